import { execFileSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { photoNameFromUrl } from '../../../../domain/photos.ts';
import { restoreBackup } from '../../../../server/shop/backups/restore.ts';
import { openSnapshot } from '../../../../server/shop/backups/snapshot.ts';
import { makeBackup } from '../../../../server/shop/backups/writer.ts';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import { allRows, backupTask, fillThroughInterface } from '../../../harness/backup-tasks.ts';
import { createStorage, describeOnBothPlaces } from '../../../harness/engine.ts';
import { readEvents } from '../../../harness/event-reader.ts';
import { addPhoto, allPhotos, removePhoto } from '../../../harness/photo-upload.ts';
import { currentRepair, takeIn } from '../../../harness/shop-fixtures.ts';

const now = Date.parse('2026-03-03T08:00:00.000Z');

describeOnBothPlaces('a backup', (engine, place) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine, { storage: await createStorage(engine, place) });
    await fillThroughInterface(shop);
    return () => shop.close();
  });

  const highest = async (rows: RunningApp['rows']) => {
    const [row] = await rows.run(
      'select (select max(id) from events) as event, (select max(revision) from changes) as revision',
    );
    return { event: Number(row?.event), revision: Number(row?.revision) };
  };

  it.each([
    ['sqlite', 'bucket'],
    ['postgres', 'folder'],
  ] as const)(
    'brings every row and photo back on %s and into a %s, and the shop goes on',
    async (target, targetLocation) => {
      const made = await makeBackup(await backupTask(shop.storage));
      const storage = await createStorage(target, targetLocation);
      await restoreBackup({ path: made.path, location: storage, isReplacing: false, now });
      const rows = await storage.openRows();
      expect(await allRows(rows)).toEqual(await allRows(shop.rows));
      expect(await allPhotos(storage)).toEqual(await allPhotos(shop.storage));
      expect(await rows.run('select token_hash from sessions')).toEqual([]);
      await rows.close();

      const again = await startApp(target, { storage, config: { shopPassword: null } });
      const before = await highest(again.rows);
      expect(before).toEqual(await highest(shop.rows));
      const list = await shop.staff.call('listRepairs');
      expect(await again.staff.call('listRepairs')).toEqual(list);
      const search = { query: { q: 'no. 1' } };
      const found = await shop.staff.call('listRepairs', search);
      expect(found.items.length).toBeGreaterThan(2);
      expect(await again.staff.call('listRepairs', search)).toEqual(found);
      // All of it is in the search index, as nobody worked there meanwhile.
      const withPhoto = list.items.find(({ completedPhotoUrl }) => completedPhotoUrl !== null);
      const url = withPhoto?.completedPhotoUrl ?? 'none';
      const bytesOf = async ({ origin }: RunningApp) =>
        Buffer.from(await (await fetch(new URL(url, origin))).arrayBuffer());
      expect((await bytesOf(again)).length).toBeGreaterThan(100);
      expect(await bytesOf(again)).toEqual(await bytesOf(shop));

      // The same number means another state now: what a browser kept of the former store is stale.
      const tag = (await shop.staff.attempt('listRepairs')).headers.get('etag') ?? 'none';
      const asked = await again.staff.attempt('listRepairs', {}, { 'if-none-match': tag });
      expect(asked.status).toBe(200);
      const reader = await readEvents(again.staff, { 'last-event-id': '1' });
      expect((await reader.until(1))[0]?.event).toBe('reset');
      reader.close();

      const next = await takeIn(again);
      expect(await currentRepair(again, next.ticketNumber)).toEqual(next);
      const [created] = await again.rows.run(
        'select min(id) as id from events where ticket_number = ?',
        next.ticketNumber,
      );
      expect(Number(created?.id)).toBeGreaterThan(before.event);
      expect((await highest(again.rows)).revision).toBeGreaterThan(before.revision);
      await again.close();
    },
  );

  /** Its photos go with it. */
  const deleteForGood = async (ticketNumber: string) => {
    const params = { ticketNumber };
    await shop.staff.call('deleteRepair', { params });
    await shop.staff.call('purgeRepair', { params });
  };

  it('is of one moment, and has each photo that its rows name, while work goes on', async () => {
    let isWriting = true;
    const write = async () => {
      while (isWriting) {
        const { ticketNumber } = await takeIn(shop);
        await addPhoto(shop, ticketNumber);
        await addPhoto(shop, ticketNumber);
        await deleteForGood(ticketNumber);
      }
    };
    const writing = write();
    let looks = 0;
    const task = await backupTask(shop.storage, {
      openSnapshot: async () => {
        looks += 1;
        if (looks > 1) return openSnapshot(shop.storage);
        // Comes after the photos were copied, and goes before its own is: only a fresh look helps.
        const { ticketNumber } = await takeIn(shop);
        await addPhoto(shop, ticketNumber);
        const snapshot = await openSnapshot(shop.storage);
        await deleteForGood(ticketNumber);
        return snapshot;
      },
    });
    const made = await makeBackup(task);
    isWriting = false;
    await writing;
    expect(looks).toBeGreaterThan(1);
    expect(made.missingPhotos).toEqual([]);

    const storage = await createStorage(engine);
    await restoreBackup({ path: made.path, location: storage, isReplacing: false, now });
    const rows = await storage.openRows();
    const kept = await allRows(rows);
    const all = await allRows(shop.rows);
    for (const table of ['events', 'changes'] as const) {
      const later = await rows.run(`select count(*) as count from ${table}`);
      // Nothing is left out in between: the log up to one moment, and nothing after it.
      const [first] = await shop.rows.run(
        `select count(*) as count from ${table} where ${table === 'events' ? 'id' : 'revision'} <= ?`,
        (await highest(rows))[table === 'events' ? 'event' : 'revision'],
      );
      expect(Number(later[0]?.count)).toBe(Number(first?.count));
    }
    // Events lose what is personal with their ticket; the log of changes is never rewritten.
    expect(all.changes).toEqual(expect.arrayContaining(kept.changes ?? ['nothing']));
    const photos = await allPhotos(storage);
    const tickets = await rows.run(
      'select initial_photo_url as one, completed_photo_url as other from repair_tickets',
    );
    const named = tickets.flatMap(({ one, other }) => [one, other]).filter((url) => url !== null);
    expect(named.length).toBeGreaterThan(2);
    for (const url of named) expect(photos).toHaveProperty([photoNameFromUrl(String(url)) ?? '']);
    await rows.close();
    await storage.remove();
  });

  it('says which photos were lost before, and holds everything else', async () => {
    const { ticketNumber } = await takeIn(shop);
    const name = photoNameFromUrl(await addPhoto(shop, ticketNumber)) ?? '';
    await removePhoto(shop.storage, name);
    const made = await makeBackup(await backupTask(shop.storage));
    expect(made.missingPhotos).toEqual([name]);
    await deleteForGood(ticketNumber);
    expect((await makeBackup(await backupTask(shop.storage))).missingPhotos).toEqual([]);
  });

  it('opens with any tar', async () => {
    const { path } = await makeBackup(await backupTask(shop.storage, { shopFile: { a: 1 } }));
    const names = execFileSync('tar', ['-tf', path], { encoding: 'utf8' }).split('\n');
    expect(names).toEqual(expect.arrayContaining(['about.json', 'manifest.json']));
    const clients = execFileSync('tar', ['-xOf', path, 'tables/clients.jsonl'], {
      encoding: 'utf8',
    });
    expect(clients).toContain('Zoë “Quote” O’Néill – אברהם 🕰');
    expect(execFileSync('tar', ['-xOf', path, 'shop.config.json'], { encoding: 'utf8' })).toBe(
      '{"a":1}\n',
    );
  });
});
