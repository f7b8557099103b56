import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptChanges } from '../../../server/database/changes.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines, type Engine } from '../../harness/engine.ts';
import { type EventReader, readEvents } from '../../harness/event-reader.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

/** As many as are cleared away in two runs. */
const old = 1_500;

/** Changes of years past, as many as asked for, of which nobody knows any more what they were about. */
async function addChanges(shop: RunningApp, engine: Engine, count: number): Promise<void> {
  const numbers =
    engine === 'postgres'
      ? `select generate_series(1, ${count}) as n`
      : `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers`;
  await shop.rows.run(
    `insert into changes (at, entity, entity_id, what, ticket_number)
     select '2020-01-01T00:00:00.000Z', 'repair', 'repair-' || n, 'edited', null from (${numbers}) as many`,
  );
}

describeOnBothEngines('the change log', (engine) => {
  let shop: RunningApp;
  const readers: EventReader[] = [];
  beforeEach(async () => {
    shop = await startApp(engine);
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    await shop.close();
  });

  const log = async () =>
    (await shop.rows.run('select revision from changes order by revision')).map(({ revision }) =>
      Number(revision),
    );
  const tag = async () => (await shop.staff.attempt('listRepairs')).headers.get('etag');
  const resumeFrom = async (revision: number) => {
    const reader = await readEvents(shop.staff, { 'last-event-id': String(revision) });
    readers.push(reader);
    return reader;
  };

  it('keeps its newest rows and clears the others away, with pages listening', async () => {
    await addChanges(shop, engine, keptChanges + old);
    const repair = await takeIn(shop);
    const before = await log();
    const reader = await resumeFrom(before.at(-1) ?? 0);
    await shop.app.tidyUp();
    expect(await log()).toHaveLength(before.length - 1_000);
    await shop.app.tidyUp();
    expect(await log()).toEqual(before.slice(-keptChanges));
    const next = await takeIn(shop);
    const [, created] = await reader.until(2);
    expect(created?.data).toMatchObject({ what: 'created', ticketNumber: next.ticketNumber });
    expect(next.ticketNumber).not.toBe(repair.ticketNumber);
  });

  it('keeps what it has though the process remembers a longer one', async () => {
    await addChanges(shop, engine, keptChanges + old);
    await takeIn(shop);
    // As after a restore that the process does not know of.
    await shop.rows.run('delete from changes where revision > ?', old);
    await shop.app.tidyUp();
    expect(await log()).toHaveLength(old);
  });

  it('goes on counting where it was, though little of it is left', async () => {
    await takeIn(shop);
    const seen = await tag();
    const [newest = 0] = (await log()).slice(-1);
    await shop.rows.run('delete from changes where revision < ?', newest);
    await shop.stop();
    shop = await startApp(engine, { storage: shop.storage, clock: shop.clock });
    expect(await tag()).toBe(seen);
    await takeIn(shop);
    const [, next] = await log();
    expect(next).toBe(newest + 1);
  });

  it('has a browser begin anew that has missed what was cleared away, and no other', async () => {
    await takeIn(shop);
    const [seen = 0] = (await log()).slice(-1);
    await takeIn(shop);
    await takeIn(shop);
    const [gone = 0, ...left] = (await log()).filter((revision) => revision > seen);
    await shop.rows.run('delete from changes where revision <= ?', gone);
    const tooLate = await resumeFrom(seen);
    expect((await tooLate.until(1))[0]).toEqual({ id: left.at(-1), event: 'reset', data: {} });
    const inTime = await resumeFrom(gone);
    const events = await inTime.until(1 + left.length);
    expect(events.map(({ id }) => id)).toEqual([gone, ...left]);
    const upToDate = await resumeFrom(left.at(-1) ?? 0);
    expect((await upToDate.until(1))[0]).toEqual({ id: left.at(-1), event: 'hello', data: {} });
  });
});
