import { beforeEach, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { createEmptyShop, describeOnBothEngines, type Storage } from '../../harness/engine.ts';
import { takeBackTo0021 } from '../../harness/older-stores.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { second } from '../../harness/settable-clock.ts';
import {
  acceptedAtTheBench,
  complete,
  currentRepair,
  newIntake,
  repairInStatus,
  takePayment,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

const facts = `select ticket_number, nth, completed_at, outcome, technician_id, technician_name,
    session, initials, undone_at, reopened_at from completions order by ticket_number, nth`;

describeOnBothEngines('completions of an older store', (engine) => {
  let storage: Storage;
  let shop: RunningApp;
  beforeEach(async () => {
    storage = await createEmptyShop(engine);
    shop = await startApp(engine, { storage });
    return () => storage.remove();
  });

  const press = (name: 'undoComplete' | 'reopenRepair', { ticketNumber }: Repair) =>
    shop.staff.attempt(name, { params: { ticketNumber } });
  const hold = async ({ ticketNumber, status }: Repair, notes: string | null = null) => {
    shop.clock.advance(second);
    const outcome = status === 'estimate-declined' ? 'declined' : 'approved';
    return (await complete(shop, ticketNumber, { outcome, holdSeconds: 300, notes })).repair;
  };
  const later = async <Result>(step: () => Promise<Result>) => {
    shop.clock.advance(second);
    return step();
  };
  async function upgrade(): Promise<void> {
    await takeBackTo0021(shop.rows);
    const { clock } = shop;
    await shop.stop();
    shop = await startApp(engine, { storage, clock });
  }

  /** A shop in which everything has happened that makes or ends a completion. */
  async function live() {
    const often = await repairInStatus(shop, 'in-progress');
    for (const end of ['undoComplete', 'reopenRepair'] as const) {
      await hold(often, 'Polished');
      await later(() => press(end, often));
    }
    await later(() =>
      shop.staff.call('assignRepair', {
        params: often,
        body: { technicianId: 'technician-2', fromTechnicianId: 'technician-1' },
      }),
    );
    await later(() => complete(shop, often.ticketNumber));

    const undone = await repairInStatus(shop, 'assigned');
    await putPhoto(shop, undone.ticketNumber, 'completed');
    await hold(undone, 'New gasket');
    await later(() => press('undoComplete', undone));

    const reopened = await repairInStatus(shop, 'assigned');
    const photo = await putPhoto(shop, reopened.ticketNumber, 'completed');
    await hold(reopened);
    await later(() => press('reopenRepair', reopened));
    await later(() => putPhoto(shop, reopened.ticketNumber, 'completed'));

    const held = await acceptedAtTheBench(shop);
    await putPhoto(shop, held.ticketNumber, 'completed');
    await hold(held, 'New crown');
    await later(() => takePayment(shop, held));
    const declined = await repairInStatus(shop, 'estimate-declined');
    await hold(declined);
    const changed = await repairInStatus(shop, 'assigned');
    await hold(changed);
    await later(() => putPhoto(shop, changed.ticketNumber, 'completed'));

    const deleted = await repairInStatus(shop, 'completed');
    await shop.staff.call('deleteRepair', { params: deleted });
    const gone = await repairInStatus(shop, 'completed');
    await shop.staff.call('deleteRepair', { params: gone });
    await shop.staff.call('purgeRepair', { params: gone });
    return { often, undone, reopened, photo, held, declined, changed, gone };
  }

  it('are stored as this version would have stored them, and can still be undone', async () => {
    const { undone, reopened, photo, held, declined, changed, gone } = await live();
    const written = await shop.rows.run(facts);
    expect(written).toHaveLength(9);
    const states =
      'select ticket_number, brings_back, left_behind from completions order by 1, nth';
    const parsed = async () =>
      (await shop.rows.run(states)).map(({ brings_back: back, left_behind: left, ...row }) => [
        row.ticket_number,
        JSON.parse(String(back)),
        JSON.parse(String(left)),
      ]);
    const before = await parsed();
    const offered = (await wholeRepair(shop, undone.ticketNumber)).undoneCompletion;
    expect(offered?.notes).toBe('New gasket');

    await upgrade();
    expect(await shop.rows.run(facts)).toEqual(written);
    // Only what may still be asked for is filled in.
    const isAsked = ([number]: unknown[]) =>
      [undone, reopened, held, declined].some(({ ticketNumber }) => ticketNumber === number);
    expect((await parsed()).filter(isAsked)).toEqual(before.filter(isAsked));
    expect((await wholeRepair(shop, undone.ticketNumber)).undoneCompletion).toEqual(offered);

    expect((await press('undoComplete', held)).status).toBe(200);
    expect(await currentRepair(shop, held.ticketNumber)).toMatchObject({
      status: 'assigned',
      completedPhotoUrl: null,
      paid: 25,
    });
    expect((await press('undoComplete', declined)).status).toBe(200);
    expect((await press('undoComplete', undone)).status).toBe(200);
    expect((await press('undoComplete', changed)).problem().code).toBe('repair-status');
    await hold(reopened);
    expect((await press('undoComplete', reopened)).status).toBe(200);
    expect((await currentRepair(shop, reopened.ticketNumber)).completedPhotoUrl).toBe(photo);
    const body = newIntake({ repairId: gone.repairId });
    const refused = await shop.staff.refused('createRepair', { body });
    expect(refused.code).toBe('repair-id-taken');
    await shop.stop();
  });

  it('are taken from the tickets if the history has none, or no longer has them', async () => {
    const [imported, scrubbed, moved, open] = await Promise.all([
      repairInStatus(shop, 'completed'),
      repairInStatus(shop, 'completed'),
      repairInStatus(shop, 'completed'),
      repairInStatus(shop, 'completed'),
    ]);
    const reopened = await repairInStatus(shop, 'completed');
    await later(() => press('reopenRepair', reopened));
    const run = (statement: string, { ticketNumber }: Repair) =>
      shop.rows.run(`${statement} where ticket_number = ?`, ticketNumber);
    const at = '2024-05-06T07:08:09.000Z';
    const completed = "update repair_tickets set completed_at = '2024-05-06T07:08:09.000Z'";
    await run(`${completed}, is_unrepaired = 1`, imported);
    await run('delete from events', imported);
    for (const ticket of [scrubbed, reopened]) await run("update events set data = '{}'", ticket);
    // Another program has completed one of them again, and opened another.
    const since = '2026-04-01T00:00:00.000Z';
    await run(`update repair_tickets set completed_at = '${since}'`, moved);
    await run("update repair_tickets set status = 'in-progress', completed_at = null", open);

    await upgrade();
    const rows = await shop.rows.run(facts);
    const of = ({ ticketNumber }: Repair) =>
      rows
        .filter((row) => row.ticket_number === ticketNumber)
        .map((row) => [row.completed_at, row.outcome, row.technician_id, row.reopened_at]);
    const who = 'technician-1';
    expect(of(imported)).toEqual([[at, 'declined', who, null]]);
    expect(of(scrubbed)).toEqual([[scrubbed.completedAt, 'approved', who, null]]);
    const [[, , , end] = []] = of(reopened);
    expect(Date.parse(String(end))).toBe(shop.clock.now);
    expect(of(moved)).toEqual([
      [moved.completedAt, 'approved', who, since],
      [since, 'approved', who, null],
    ]);
    expect(of(open)).toEqual([[open.completedAt, 'approved', who, open.updatedAt]]);
    await shop.stop();
  });

  it('stop the upgrade if ticket and history contradict each other, and say where', async () => {
    const fine = await repairInStatus(shop, 'completed');
    const odd = await repairInStatus(shop, 'completed');
    const earlier = "update repair_tickets set completed_at = '2024-05-06T07:08:09.000Z'";
    await shop.rows.run(`${earlier} where ticket_number = ?`, odd.ticketNumber);
    await takeBackTo0021(shop.rows);
    const before = await shop.rows.run('select * from repair_tickets order by id');
    await shop.stop();
    const started = startApp(engine, { storage });
    await expect(started).rejects.toThrow(`${odd.ticketNumber} (history: ${odd.completedAt})`);
    await expect(startApp(engine, { storage })).rejects.not.toThrow(fine.ticketNumber);
    const rows = await storage.openRows();
    const stored = await rows.run('select * from repair_tickets order by id');
    expect(stored).toEqual(before);
    await rows.close();
  });
});
