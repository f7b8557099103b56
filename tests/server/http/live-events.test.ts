import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { followChanges, keptChanges } from '../../../server/database/changes.ts';
import type { Database } from '../../../server/database/database.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import {
  createStorage,
  describeOnBothEngines,
  type Engine,
  openAgain,
} from '../../harness/engine.ts';
import { type EventReader, readEvents } from '../../harness/event-reader.ts';
import { takeIn, takeInWithEstimate } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('live changes', (engine) => {
  let shop: RunningApp;
  const readers: EventReader[] = [];
  const overrides = { heartbeatMs: 50 };
  beforeAll(async () => {
    shop = await startApp(engine, { overrides });
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  afterAll(async () => {
    await shop.close();
  });

  const listen = async (headers: Record<string, string> = {}) => {
    const reader = await readEvents(shop.staff, headers);
    readers.push(reader);
    return reader;
  };
  const log = async () =>
    (await shop.rows.run('select revision from changes order by revision')).map(({ revision }) =>
      Number(revision),
    );
  const newest = async () => (await log()).at(-1) ?? 0;
  const revisions = (reader: EventReader) => reader.changes().map(({ revision }) => revision);

  it('begin with a greeting, and then name each change', async () => {
    const seen = await newest();
    const reader = await listen();
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(await reader.until(1)).toEqual([{ id: seen, event: 'hello', data: {} }]);
    const repair = await takeIn(shop);
    const [, first, second, third] = await reader.until(4);
    expect(first).toEqual({
      id: expect.any(Number),
      event: 'change',
      data: {
        revision: first?.id,
        entity: 'repair',
        id: repair.id,
        what: 'created',
        ticketNumber: repair.ticketNumber,
      },
    });
    expect(second?.data).toMatchObject({ entity: 'client', id: repair.clientId });
    expect(third?.data).toMatchObject({ entity: 'message', ticketNumber: repair.ticketNumber });
    expect(revisions(reader)).toEqual((await log()).filter((revision) => revision > seen));
  });

  it('say nothing but what to fetch: no name, phone or price', async () => {
    const reader = await listen();
    await takeIn(shop, { customerName: 'Very Private', issue: 'Engraved "to Eve"' });
    await reader.until(3);
    expect(JSON.stringify(reader.events)).not.toMatch(/Private|Eve|\) 555-|\+1\d{10}/);
  });

  it('resume where the reader left off: exactly what was missed, in order', async () => {
    const reader = await listen();
    await takeIn(shop);
    await reader.until(4);
    reader.close();
    const seen = reader.events.at(-1)?.id ?? 0;
    await takeInWithEstimate(shop);
    await takeIn(shop);
    const missed = (await log()).filter((revision) => revision > seen);
    const again = await listen({ 'last-event-id': String(seen) });
    await again.until(missed.length + 1);
    expect(again.events[0]).toEqual({ id: seen, event: 'hello', data: {} });
    expect(revisions(again)).toEqual(missed);
    await takeIn(shop);
    await again.until(missed.length + 4);
    expect(revisions(again)).toEqual((await log()).filter((revision) => revision > seen));
  });

  it('start over for a reader who is ahead, as after a backup was restored', async () => {
    await takeIn(shop);
    const last = await newest();
    for (const ahead of [last + 1, 999_999_999]) {
      const reader = await listen({ 'last-event-id': String(ahead) });
      expect(await reader.until(1)).toEqual([{ id: last, event: 'reset', data: {} }]);
    }
  });

  it('start over for a reader who is too far behind', async () => {
    const rows = Array.from(
      { length: 520 },
      (_, count) => `('2026-01-01T00:00:00.000Z', 'repair', '${count}', 'edited')`,
    );
    await shop.rows.run(
      `insert into changes (at, entity, entity_id, what) values ${rows.join(', ')}`,
    );
    await takeIn(shop);
    const last = await newest();
    const reader = await listen({ 'last-event-id': '1' });
    expect(await reader.until(1)).toEqual([{ id: last, event: 'reset', data: {} }]);
    const near = await listen({ 'last-event-id': String(last - 10) });
    await near.until(11);
    expect(revisions(near)).toHaveLength(10);
  });

  it('greet a reader whose last event is not a revision', async () => {
    const nonsense = ['', 'abc', '-5', '1.5', '-1e300', '1e999', '0x10', '99999999999999999999'];
    for (const lastEventId of nonsense) {
      const reader = await listen({ 'last-event-id': lastEventId });
      expect(await reader.until(1)).toMatchObject([{ event: 'hello' }]);
    }
  });

  it('end when the product stops, which does not wait for them', async () => {
    const opened = await Promise.all([listen(), listen(), listen()]);
    const waited = sleep(5_000, 'still waiting', { ref: false });
    const ended = Promise.all([shop.stop(), ...opened.map((reader) => reader.ended)]);
    expect(await Promise.race([ended.then(() => 'ended'), waited])).toBe('ended');
    shop = await startApp(engine, { storage: shop.storage, clock: shop.clock, overrides });
  });

  it('stop costing anything once their readers are gone', async () => {
    const opened = await Promise.all(Array.from({ length: 20 }, () => listen()));
    const connections = () =>
      new Promise<number>((resolve, reject) =>
        shop.app.http.server.getConnections((error, count) =>
          error ? reject(error) : resolve(count),
        ),
      );
    const before = await connections();
    for (const reader of opened) reader.close();
    await vi.waitFor(async () => expect(await connections()).toBeLessThanOrEqual(before - 20));
    await takeIn(shop);
  });
});

/** As many as are cleared away in two runs. */
const old = 1_500;

/** As many changes as asked for, from years past; nobody knows anymore which tickets they were about. */
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

  it('keeps its newest rows and clears the others away while pages are listening', async () => {
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

  it('keeps what is left though the process remembers a longer one', async () => {
    await addChanges(shop, engine, keptChanges + old);
    await takeIn(shop);
    // As after a restore that the process does not know about.
    await shop.rows.run('delete from changes where revision > ?', old);
    await shop.app.tidyUp();
    expect(await log()).toHaveLength(old);
  });

  it('continues counting where it was, though little of it is left', async () => {
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

  it('makes a browser that has missed what was cleared away start over, and no other', async () => {
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

it('another store behind a connection that broke is noticed, even in the middle of looking for changes', async () => {
  const storage = await createStorage('postgres');
  const real = await openAgain(storage);
  let isBroken = false;
  let look = async (): Promise<void> => undefined;
  let notify = (_word: string | null): void => undefined;
  const database: Database = {
    ...real,
    get read() {
      if (isBroken) throw new Error('Connection terminated');
      return real.read;
    },
    onCommit: (listener) => {
      look = listener;
    },
    onNotification: (listener) => {
      notify = listener;
    },
  };
  const feed = await followChanges(database);
  await real.transact((tx) =>
    tx.insertInto('settings').values({ key: 'epoch', value: '0123456789ab' }).execute(),
  );
  const looking = look();
  isBroken = true;
  notify(null);
  await looking;
  // It cannot know, so it answers nothing from memory.
  await expect(feed.catchUp()).rejects.toThrow('Connection terminated');
  isBroken = false;
  await look();
  expect(feed.epoch).toBe('0123456789ab');
  await real.close();
  await storage.remove();
});
