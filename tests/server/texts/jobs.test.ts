import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { textJobs } from '../../../server/texts/jobs.ts';
import { startApp } from '../../harness/app.ts';
import {
  createEmptyShop,
  describeOnBothEngines,
  openAgain,
  type Storage,
} from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { minute, settableClock } from '../../harness/settable-clock.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

/** An answer that the provider keeps back until a test lets go. */
function slowProvider() {
  let answers = Promise.withResolvers<void>();
  const provider = {
    settled: 0,
    taken: 0,
    fails: false,
    answer: () => {
      answers.resolve();
      answers = Promise.withResolvers<void>();
    },
    texts: {
      reconcileAll: async () => {
        provider.settled += 1;
        await answers.promise;
        if (provider.fails) throw new Error('away');
      },
    },
    missed: {
      take: async () => {
        provider.taken += 1;
        await answers.promise;
        if (provider.fails) throw new Error('away');
      },
    },
  };
  return provider;
}

describe('what the provider is asked again and again', () => {
  let storage: Storage;
  let database: Database;
  beforeEach(async () => {
    storage = await createEmptyShop('sqlite');
    database = await openAgain(storage);
  });
  afterEach(async () => {
    await database.close();
    await storage.remove();
  });

  it('is not asked again before it has answered', async () => {
    const clock = settableClock();
    const provider = slowProvider();
    const warnings: unknown[] = [];
    const rounds = textJobs({
      database,
      ...provider,
      clock: clock.read,
      log: { warn: (line: unknown) => warnings.push(line) },
    });
    const asked = () => [provider.settled, provider.taken];
    const tick = async () => {
      clock.advance(3 * minute);
      const running = [rounds.reconcileOnLease(), rounds.takeMissed()];
      while (provider.settled + provider.taken < 2) await turn();
      return running;
    };
    let running = await tick();
    for (let count = 0; count < 3; count += 1) running.push(...(await tick()));
    for (let count = 0; count < 20; count += 1) await turn();
    expect(asked()).toEqual([1, 1]);
    provider.answer();
    await Promise.all(running);

    // Nor does one that fails keep the next from being asked.
    for (const round of [2, 3]) {
      provider.fails = round === 2;
      running = await tick();
      while (provider.settled + provider.taken < 2 * round) await turn();
      provider.answer();
      await Promise.all(running);
      expect(asked()).toEqual([round, round]);
    }
    expect(warnings).toHaveLength(2);
    await rounds.stop(0);
  });
});

describeOnBothEngines('the end of the product', (engine) => {
  it('does not wait for a provider that does not answer, and asks it nothing more', async () => {
    const sender = scriptedSender();
    const first = await startApp(engine, { overrides: { sender } });
    for (let count = 0; count < 3; count += 1) {
      sender.results.push({ kind: 'unknown' });
      await takeIn(first);
    }
    await first.stop();

    const hanging = scriptedSender();
    const answers = Promise.withResolvers<{ kind: 'unknown' }>();
    let asked = 0;
    const firstAsked = Promise.withResolvers<void>();
    hanging.find = () => {
      asked += 1;
      firstAsked.resolve();
      return answers.promise;
    };
    first.clock.advance(minute);
    const { storage, clock } = first;
    const overrides = { sender: hanging, graceMs: 50 };
    const shop = await startApp(engine, { storage, clock, overrides });
    await firstAsked.promise;
    await shop.stop();
    answers.resolve({ kind: 'unknown' });
    for (let count = 0; count < 20; count += 1) await turn();
    expect(asked).toBe(1);
    await storage.remove();
  });
});
