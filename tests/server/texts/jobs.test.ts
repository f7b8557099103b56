import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

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
