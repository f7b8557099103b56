import { expect, it } from 'vitest';
import { takeLease } from '../../../server/database/database.ts';
import { createStorage, describeOnBothEngines, openAgain } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';

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
