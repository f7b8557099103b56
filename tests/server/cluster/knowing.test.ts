import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPostgres } from '../../../server/database/postgres.ts';
import { ensurePassword } from '../../../server/shop/sessions/password.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { cuttableLine } from '../../harness/cuttable-line.ts';
import { createStorage, openAgain } from '../../harness/engine.ts';
import { type EventReader, readEvents } from '../../harness/event-reader.ts';
import type { HttpClient } from '../../harness/http-client.ts';
import { allPhotos } from '../../harness/photo-upload.ts';
import { leavePicture, takeIn } from '../../harness/shop-fixtures.ts';

const silent = { warn: () => undefined };

describe('one of several processes on the same data', () => {
  let one: RunningApp;
  let other: RunningApp;
  const readers: EventReader[] = [];
  beforeEach(async () => {
    one = await startApp('postgres');
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const reader of readers.splice(0)) reader.close();
    await other.stop();
    await one.close();
  });

  const second = async () => {
    other = await startApp('postgres', { storage: one.storage, clock: one.clock });
  };
  /** As when every notification is late: it hears about nothing that is committed. */
  const deafSecond = async () => {
    const database = await openPostgres(one.storage.databaseUrl ?? '', silent);
    other = await startApp('postgres', {
      storage: one.storage,
      clock: one.clock,
      overrides: { database: { ...database, onCommit: () => undefined } },
    });
  };
  const listen = async (client: HttpClient, headers: Record<string, string> = {}) => {
    const reader = await readEvents(client, headers);
    readers.push(reader);
    await reader.until(1);
    return reader;
  };
  const poll = async (headers: Record<string, string>) => {
    const { status, text } = await other.staff.attempt('listRepairs', {}, headers);
    return { status, text };
  };
  const tagThere = async () =>
    (await other.staff.attempt('listRepairs')).headers.get('etag') ?? 'none';

  it('shows what was just saved through another, though it was not notified', async () => {
    await deafSecond();
    const tag = await tagThere();
    await one.staff.call('assignRepair', {
      params: { ticketNumber: (await takeIn(one)).ticketNumber },
      body: { technicianId: 'technician-1' },
    });
    const seen = await poll({ 'if-none-match': tag });
    expect(seen.status).toBe(200);
    expect(seen.text).toContain('"assigned"');
  });

  it('resumes a stream that another one began, even at a revision that it does not know yet', async () => {
    await deafSecond();
    const reader = await listen(one.staff);
    await takeIn(one);
    await reader.until(4);
    const seen = reader.events.at(-1)?.id ?? 0;
    const resumed = await listen(other.staff, { 'last-event-id': String(seen) });
    expect(resumed.events[0]).toEqual({ id: seen, event: 'hello', data: {} });
  });

  it.each<[string, (guest: HttpClient) => Promise<unknown>]>([
    ['by its logout', (guest) => guest.call('logOut')],
    [
      'in its list',
      async (guest) => {
        const { id } = await guest.call('getSession');
        await one.staff.call('endSession', { params: { id } });
      },
    ],
    ['with all others', () => one.staff.call('endSessions', { query: { scope: 'others' } })],
  ])('at once ends a session that another one ended %s, with its streams', async (_how, end) => {
    await second();
    const guest = await one.logIn();
    const at = (cookie: string | null) => Object.assign(other.stranger(), { cookie });
    const [there, staying] = [at(guest.cookie), at(one.staff.cookie)];
    const [reader, kept] = [await listen(there), await listen(staying)];
    await end(guest);
    await reader.ended;
    await vi.waitFor(
      async () => expect((await there.attempt('getSession')).status).toBe(401),
      4000,
    );
    expect((await staying.attempt('getSession')).status).toBe(200);
    await takeIn(one);
    await kept.until(4);
  });

  it('reports another one’s changes to its readers, all of them, in one order', async () => {
    await second();
    const [here, there] = [await listen(one.staff), await listen(other.staff)];
    const shops = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? one : other));
    await Promise.all(shops.map((shop) => takeIn(shop)));
    const count = 12 * 3 + 1;
    await Promise.all([here.until(count), there.until(count)]);
    const revisions = here.changes().map(({ revision }) => revision);
    expect(revisions).toEqual(revisions.toSorted((first, next) => first - next));
    expect(there.changes()).toEqual(here.changes());
  });

  it('fetches a photo that was left on the simulated phone, and sent, through others', async () => {
    await second();
    const mediaId = await leavePicture(one);
    const before = await allPhotos(one.storage);
    expect(Object.keys(before)).toHaveLength(1);
    const body = { from: (await takeIn(one)).customerPhone, body: '', media: [mediaId] };
    const { message } = await other.staff.call('simulateReply', { body });
    await one.app.fetchPictures();
    const { items } = await other.staff.call('listMessages', { query: { phone: body.from } });
    expect(items.find(({ id }) => id === message.id)?.pictures).toMatchObject([
      { state: 'stored' },
    ]);
    const after = Object.keys(await allPhotos(one.storage));
    expect(after).toHaveLength(1);
    expect(before).not.toHaveProperty(after);
  });

  it('leaves no connection behind when it stops', async () => {
    const count = async () => {
      const [row] = await one.rows.run(
        "select count(*) as count from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
      );
      return Number(row?.count);
    };
    await second();
    const before = await count();
    const third = await startApp('postgres', { storage: one.storage, clock: one.clock });
    expect(await count()).toBeGreaterThan(before);
    await third.stop();
    // The other two may have opened some for their jobs meanwhile, which they give up when idle.
    await vi.waitFor(async () => expect(await count()).toBeLessThanOrEqual(before), {
      timeout: 45_000,
      interval: 250,
    });
  });

  it('that was cut off while a backup was restored starts over, and so do its readers', async () => {
    const line = await cuttableLine(one.storage.databaseUrl ?? '');
    const { storage } = one;
    other = await startApp('postgres', {
      storage: { ...storage, databaseUrl: line.url },
      clock: one.clock,
    });
    await takeIn(one);
    expect(await tagThere()).toMatch(/-3"$/);
    const reader = await listen(other.staff);
    const tag = await tagThere();
    await line.cut();
    // What a restore leaves: other rows, fewer numbers, a name of its own.
    await one.rows.run('delete from changes where revision > 1');
    await one.rows.run("insert into settings (key, value) values ('epoch', '0123456789ab')");
    await line.restore();
    await reader.ended;
    const answer = await other.staff.attempt('listRepairs', {}, { 'if-none-match': tag });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toMatch(/-1"$/);
    const again = await readEvents(other.staff, { 'last-event-id': '3' });
    readers.push(again);
    await again.until(1);
    expect(again.events[0]?.event).toBe('reset');
    await line.cut();
    await line.restore();
  });
});

it('processes that start at the same moment make one password, and one of them shows it', async () => {
  const storage = await createStorage('postgres');
  const stores = await Promise.all([1, 2, 3].map(() => openAgain(storage)));
  const origins = await Promise.all(stores.map((store) => ensurePassword(store, null)));
  expect(origins.map(({ kind }) => kind).toSorted()).toEqual(['kept', 'kept', 'made']);
  for (const store of stores) await store.close();
  await storage.remove();
});
