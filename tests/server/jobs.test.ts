import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeLease } from '../../server/database/database.ts';
import { type Job, Jobs } from '../../server/jobs/jobs.ts';
import { type RunningApp, startApp } from '../harness/app.ts';
import { createStorage, describeOnBothEngines, openAgain } from '../harness/engine.ts';
import { scriptedSender } from '../harness/scripted-sender.ts';
import { minute } from '../harness/settable-clock.ts';
import { closeShop, takeIn } from '../harness/shop-fixtures.ts';

const failure = 'It could not be done';

describeOnBothEngines('the jobs of the product', (engine) => {
  let shop: RunningApp;
  let close: () => Promise<void>;
  let warnings: unknown[][];
  let deps: ConstructorParameters<typeof Jobs>[0];
  beforeEach(async () => {
    shop = await startApp(engine);
    const database = await openAgain(shop.storage);
    close = () => database.close();
    warnings = [];
    const log = {
      info: () => undefined,
      error: () => undefined,
      warn: (...line: unknown[]) => warnings.push(line),
    };
    deps = { database, clock: shop.clock.read, log };
  });
  afterEach(async () => {
    await close();
    await shop.close();
  });

  function slowJob(about: Partial<Job> = {}) {
    let answers = Promise.withResolvers<void>();
    const slow = {
      runs: [] as { isStart: boolean; signal: AbortSignal }[],
      end: () => {
        answers.resolve();
        answers = Promise.withResolvers<void>();
      },
      fail: () => {
        answers.reject(new Error('away'));
        answers = Promise.withResolvers<void>();
      },
      job: {
        everyMs: minute,
        failure,
        ...about,
        run: (signal: AbortSignal, isStart: boolean) => {
          slow.runs.push({ isStart, signal });
          return answers.promise;
        },
      },
    };
    return slow;
  }
  const begun = (slow: ReturnType<typeof slowJob>, count: number) =>
    expect.poll(() => slow.runs.length).toBe(count);

  it('are not begun again before they are done, and are tried again after a failure', async () => {
    const slow = slowJob();
    const jobs = new Jobs(deps, { slow: slow.job });
    const running = [jobs.run('slow'), jobs.run('slow'), jobs.run('slow')];
    await begun(slow, 1);
    slow.fail();
    await Promise.all(running);
    expect(warnings).toEqual([[{ job: 'slow', error: 'Error: away' }, failure]]);
    const again = jobs.run('slow');
    await begun(slow, 2);
    slow.end();
    await again;
    expect(warnings).toHaveLength(1);
  });

  it('are done by one of several processes if they have a lease, and by each if they run at the start', async () => {
    const slow = slowJob({ leaseMs: minute, isDoneAtStart: true });
    const [one, other] = [new Jobs(deps, { slow: slow.job }), new Jobs(deps, { slow: slow.job })];
    for (const jobs of [one, other]) jobs.runAtStart();
    await begun(slow, 2);
    expect(slow.runs.map(({ isStart }) => isStart)).toEqual([true, true]);
    slow.end();
    await Promise.all([one.stop(0), other.run('slow')]);
    const running = other.run('slow');
    await begun(slow, 3);
    const third = new Jobs(deps, { slow: slow.job });
    await third.run('slow');
    expect(slow.runs).toHaveLength(3);
    slow.end();
    await running;
    shop.clock.advance(minute);
    void third.run('slow');
    await begun(slow, 4);
    slow.end();
  });

  it('pause while the shop is closed, except those that only read', async () => {
    const [writes, reads] = [slowJob(), slowJob({ isDoneWhileClosed: true })];
    const jobs = new Jobs(deps, { writes: writes.job, reads: reads.job });
    const open = await closeShop(shop.app);
    await jobs.run('writes');
    void jobs.run('reads');
    await begun(reads, 1);
    expect(writes.runs).toEqual([]);
    reads.end();
    await open();
    void jobs.run('writes');
    await begun(writes, 1);
    writes.end();
  });

  it('stop with the product: running ones are signaled and waited for, unless a service hangs', async () => {
    const [own, outside] = [slowJob(), slowJob({ asksOutside: true })];
    const jobs = new Jobs(deps, { own: own.job, outside: outside.job });
    void jobs.run('own');
    void jobs.run('outside');
    await begun(own, 1);
    await begun(outside, 1);
    let hasStopped = false;
    const stopping = jobs.stop(0).then(() => {
      hasStopped = true;
    });
    expect([own, outside].map(({ runs }) => runs[0]?.signal.aborted)).toEqual([true, true]);
    await shop.staff.call('getShop');
    expect(hasStopped).toBe(false);
    own.end();
    await stopping;
    await jobs.run('own');
    expect(own.runs).toHaveLength(1);
  });
});

describeOnBothEngines('work that several processes could do', (engine) => {
  it('is done by one of them at a time', async () => {
    const storage = await createStorage(engine);
    const processes = [await openAgain(storage), await openAgain(storage)];
    const turns = async (work: string, now: number) => {
      const taken = await Promise.all(
        [...processes, ...processes].map((one) => takeLease(one, work, now, minute)),
      );
      return taken.filter(Boolean).length;
    };
    const now = Date.parse('2026-03-02T15:04:05.678Z');
    expect(await turns('one', now)).toBe(1);
    expect(await turns('other', now)).toBe(1);
    expect(await turns('one', now + minute - 1)).toBe(0);
    expect(await turns('one', now + minute)).toBe(1);
    // The clock was set back.
    expect(await turns('one', now - 10 * minute)).toBe(1);
    for (const one of processes) await one.close();
    await storage.remove();
  });
});

describeOnBothEngines('stopping the product', (engine) => {
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
