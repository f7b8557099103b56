import { expect, it } from 'vitest';
import { startApp } from '../harness/app.ts';
import { createEmptyShop, describeOnBothEngines } from '../harness/engine.ts';
import { takeBackTo0021 } from '../harness/older-stores.ts';
import { programs } from '../harness/process.ts';
import { complete, currentRepair, repairInStatus } from '../harness/shop-fixtures.ts';

describeOnBothEngines('an upgrade that is killed', (engine) => {
  const { run } = programs();

  it('leaves the store as it was, before each of its statements, and is done at the next start', async () => {
    const storage = await createEmptyShop(engine);
    const before = await startApp(engine, { storage });
    const { ticketNumber } = await repairInStatus(before, 'completed');
    await before.staff.call('reopenRepair', { params: { ticketNumber } });
    const held = await repairInStatus(before, 'assigned');
    await complete(before, held.ticketNumber, { holdSeconds: 300 });
    await takeBackTo0021(before.rows);
    const { clock } = before;
    await before.stop();

    const left = async () => {
      const rows = await storage.openRows();
      const tickets = await rows.run('select * from repair_tickets order by id');
      const done = await rows.run('select name from kysely_migration order by name');
      await rows.close();
      return { tickets, done };
    };
    const isDone = ({ done }: Awaited<ReturnType<typeof left>>) => done.length > former.done.length;
    const former = await left();
    let kills = 0;
    for (; ; kills += 1) {
      const dying = run('tests/harness/dying-upgrade.ts', storage, { words: [String(kills)] });
      if ((await dying.ended) === 0) break;
      expect(dying.output()).toBe('');
      const now = await left();
      // After its commit there is nothing left to do but to let go of the lock.
      if (!isDone(now)) expect(now, `before statement ${kills}`).toEqual(former);
    }
    expect(kills).toBeGreaterThan(15);
    const after = await startApp(engine, { storage, clock });
    const counted = await after.rows.run('select count(*) as count from completions');
    expect(Number(counted[0]?.count)).toBe(2);
    await after.staff.call('undoComplete', { params: { ticketNumber: held.ticketNumber } });
    expect((await currentRepair(after, held.ticketNumber)).status).toBe('assigned');
    await after.close();
  });
});
