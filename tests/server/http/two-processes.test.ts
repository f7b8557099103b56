import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { type EventReader, readEvents } from '../../harness/event-reader.ts';
import { currentRepair, newIntake, takeIn } from '../../harness/shop-fixtures.ts';

describe('two processes on one PostgreSQL', () => {
  let one: RunningApp;
  let other: RunningApp;
  const readers: EventReader[] = [];
  beforeAll(async () => {
    one = await startApp('postgres');
    other = await startApp('postgres', { storage: one.storage, clock: one.clock });
  });
  afterAll(async () => {
    for (const reader of readers) reader.close();
    await other.stop();
    await one.close();
  });

  const listen = async (shop: RunningApp) => {
    const reader = await readEvents(shop.staff);
    readers.push(reader);
    await reader.until(1);
    return reader;
  };

  it('see each other’s data', async () => {
    const repair = await takeIn(one);
    expect(await currentRepair(other, repair.ticketNumber)).toEqual(repair);
  });

  it('tell their readers of each other’s changes, all of them, in one order', async () => {
    const readerOfOne = await listen(one);
    const readerOfOther = await listen(other);
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => takeIn(index % 2 === 0 ? one : other)),
    );
    const count = 12 * 3 + 1;
    await Promise.all([readerOfOne.until(count), readerOfOther.until(count)]);
    const revisions = readerOfOne.changes().map(({ revision }) => revision);
    expect(revisions).toEqual(revisions.toSorted((first, second) => first - second));
    expect(readerOfOther.changes()).toEqual(readerOfOne.changes());
  });

  it('stop answering 304 once the other has changed something', async () => {
    const { headers } = await other.staff.attempt('listRepairs');
    const tag = headers.get('etag') ?? '';
    const poll = async () =>
      (await other.staff.attempt('listRepairs', {}, { 'if-none-match': tag })).status;
    expect(await poll()).toBe(304);
    await takeIn(one);
    await vi.waitFor(async () => expect(await poll()).toBe(200), { timeout: 20_000 });
  });

  it('share sessions, and a logout reaches both within seconds', async () => {
    const browser = await one.logIn();
    const there = other.stranger();
    there.cookie = browser.cookie;
    expect((await there.attempt('getSession')).status).toBe(200);
    await browser.call('logOut');
    one.clock.advance(6000);
    expect((await there.attempt('getSession')).status).toBe(401);
  });

  it('make one ticket of one form that reaches both at once', async () => {
    const body = newIntake();
    const replies = await Promise.all(
      [one, other, one, other].map(({ staff }) => staff.attempt('createRepair', { body })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    const rows = await one.rows.run(
      "select id from messages where kind = 'created' and ticket_number = (select ticket_number from repair_tickets where repair_id = ?)",
      body.repairId,
    );
    expect(rows).toHaveLength(1);
  });

  it('let one of two technicians be assigned', async () => {
    const { ticketNumber } = await takeIn(one);
    const assign = (shop: RunningApp, technicianId: string) =>
      shop.staff.attempt('assignRepair', { params: { ticketNumber }, body: { technicianId } });
    const replies = await Promise.all([assign(one, 'technician-1'), assign(other, 'technician-2')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('leave no connection behind when they stop', async () => {
    const third = await startApp('postgres', { storage: one.storage, clock: one.clock });
    const count = async () =>
      Number(
        (
          await one.rows.run(
            "select count(*) as count from pg_stat_activity where datname = current_database() and application_name = 'watch-repair-back-office'",
          )
        )[0]?.count,
      );
    const all = async () =>
      Number(
        (
          await one.rows.run(
            'select count(*) as count from pg_stat_activity where datname = current_database()',
          )
        )[0]?.count,
      );
    const before = await count();
    const allBefore = await all();
    await third.stop();
    await expect.poll(count).toBeLessThan(before);
    // Its pool, the one that listens, and the test's own look into the database.
    await expect.poll(all).toBeLessThanOrEqual(allBefore - 3);
  });
});
