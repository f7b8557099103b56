import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dataFiles } from '../../../server/base/config.ts';
import { openPostgres } from '../../../server/database/postgres.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import { type RunningApp, startApp, testPassword } from '../../harness/app.ts';
import { cuttableLine } from '../../harness/cuttable-line.ts';
import { createStorage, describeOnBothPlaces } from '../../harness/engine.ts';
import type { Reply } from '../../harness/http-client.ts';
import { putPhoto, takePhotosAway, testPhoto } from '../../harness/photo-upload.ts';
import { newIntake, takeIn } from '../../harness/shop-fixtures.ts';

let shop: RunningApp;

const log = { warn: () => undefined };
const intake = () => shop.staff.attempt('createRepair', { body: newIntake() });
const search = () => shop.staff.attempt('listRepairs', { query: { q: 'any' } });
const ready = async () => (await shop.stranger().send('GET', '/readyz')).json();

function expectAway(reply: Reply): void {
  const title = 'Not available right now';
  expect(reply.problem()).toMatchObject({ status: 503, code: 'unavailable', title });
  expect(reply.headers.get('retry-after')).toBe('5');
}

describe('on PostgreSQL', () => {
  async function startOnLine(patienceMs = 400) {
    const storage = await createStorage('postgres');
    const line = await cuttableLine(storage.databaseUrl ?? '');
    const database = await openPostgres(line.url, log, patienceMs);
    shop = await startApp('postgres', { storage, overrides: { database } });
    return line;
  }

  it('a silent server keeps no one waiting, and is used again once it answers', async () => {
    const line = await startOnLine();
    await intake();
    line.fallSilent();
    expectAway(await search());
    expectAway(await intake());
    expectAway(await shop.stranger().attempt('logIn', { body: { password: testPassword } }));
    expect(await ready()).toMatchObject({ status: 'unavailable', photos: 'ok' });
    expect((await shop.stranger().send('GET', '/healthz')).status).toBe(200);
    line.speak();
    await vi.waitFor(async () => expect((await intake()).status).toBe(201), 20_000);
    expect(await ready()).toEqual({ status: 'ok', database: 'ok', photos: 'ok' });
    await shop.close();
    await line.cut();
  });

  it('a connection that breaks in the middle of transactions ends requests, not the product', async () => {
    const line = await startOnLine(5000);
    await shop.rows.run('begin');
    await shop.rows.run("select pg_advisory_xact_lock(hashtextextended('changes', 0))");
    const waiting = Array.from({ length: 14 }, intake);
    // All connections are taken by then, and some of the requests wait for one. A transaction would
    // keep seeing the same activity, so another connection looks.
    const watcher = await shop.storage.openRows();
    await vi.waitFor(async () => {
      const rows = await watcher.run(
        "select count(*) as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      expect(Number(rows[0]?.count)).toBeGreaterThan(5);
    }, 20_000);
    await watcher.close();
    await line.cut();
    for (const reply of await Promise.all(waiting)) expectAway(reply);
    await shop.rows.run('rollback');
    await line.restore();
    await vi.waitFor(async () => expect((await intake()).status).toBe(201), 20_000);
    await shop.close();
    await line.cut();
  });

  it('does not wait for a program that holds a lock forever', async () => {
    const line = await startOnLine();
    await shop.rows.run('begin');
    await shop.rows.run("select pg_advisory_xact_lock(hashtextextended('changes', 0))");
    expectAway(await intake());
    expect((await search()).status).toBe(200);
    await shop.rows.run('rollback');
    expect((await intake()).status).toBe(201);
    await shop.close();
    await line.cut();
  });
});

describe('on the embedded database', () => {
  it('another program that writes holds up writers but not readers', async () => {
    const storage = await createStorage('sqlite');
    const database = await openSqlite(dataFiles.database(storage.dataDir), { patienceMs: 600 });
    shop = await startApp('sqlite', { storage, overrides: { database } });
    const other = new DatabaseSync(dataFiles.database(storage.dataDir));
    other.exec('begin immediate');
    const order: string[] = [];
    const writing = Array.from({ length: 3 }, async () => {
      const reply = await intake();
      order.push('written');
      return reply;
    });
    expect((await search()).status).toBe(200);
    order.push('read');
    for (const reply of await Promise.all(writing)) expectAway(reply);
    expect(order[0]).toBe('read');
    expect(await ready()).toMatchObject({ database: 'locked', photos: 'ok' });
    const patient = intake();
    other.exec('rollback');
    expect((await patient).status).toBe(201);
    other.close();
    await shop.close();
  });

  it('a full disk refuses what is new, keeps what is there, and recovers when there is room', async () => {
    const storage = await createStorage('sqlite');
    const database = await openSqlite(dataFiles.database(storage.dataDir));
    shop = await startApp('sqlite', { storage, overrides: { database } });
    const before = await takeIn(shop);
    const pages = (most: string) =>
      database.transact((tx) => sql.raw(`pragma max_page_count = ${most}`).execute(tx));
    await pages('1');
    const replies: Reply[] = [];
    do replies.push(await intake());
    while (replies.at(-1)?.status === 201);
    expectAway(replies.at(-1) as Reply);
    const { status } = await shop.staff.attempt('getRepair', {
      params: { ticketNumber: before.ticketNumber },
    });
    expect(status).toBe(200);
    await pages('1000000');
    expect((await intake()).status).toBe(201);
    const [row] = await shop.rows.run('select count(*) as count from repair_tickets');
    expect(row).toEqual({ count: replies.length + 1 });
    await shop.close();
  });
});

describeOnBothPlaces('a photo store that is gone', (engine, place) => {
  afterEach(() => shop.close());

  it('only affects photos', async () => {
    shop = await startApp(engine, { storage: await createStorage(engine, place) });
    const { ticketNumber } = await takeIn(shop);
    const url = await putPhoto(shop, ticketNumber);
    await takePhotosAway(shop.storage);
    expectAway(await shop.stranger().send('GET', url));
    const path = `/api/repairs/${ticketNumber}/photos/initial`;
    const body = new Uint8Array(await testPhoto());
    const refused = await shop.staff.send('PUT', path, { body });
    expect(refused.problem()).toMatchObject({
      status: 503,
      code: 'photo-store-failed',
      detail: 'The photo could not be stored. The ticket is saved; please try the photo again.',
    });
    expect(refused.headers.get('retry-after')).toBe('30');
    const photos = place === 'bucket' ? 'refused' : 'unreachable';
    expect(await ready()).toMatchObject({ database: 'ok', photos });
    expect((await intake()).status).toBe(201);
    const { repair } = await shop.staff.call('getRepair', { params: { ticketNumber } });
    expect(repair.initialPhotoUrl).toBe(url);
  });
});
