import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { photoKinds, photoNameFromUrl } from '../../../../domain/photos.ts';
import { ticketTableNames } from '../../../../domain/ticket-tables.ts';
import { dataFiles } from '../../../../server/base/config.ts';
import { restoreBackup } from '../../../../server/shop/backups/restore.ts';
import { openSnapshot } from '../../../../server/shop/backups/snapshot.ts';
import { makeBackup } from '../../../../server/shop/backups/writer.ts';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import {
  allRows,
  backupTask,
  fillThroughInterface,
  forgeBackup,
} from '../../../harness/backup-tasks.ts';
import {
  createStorage,
  describeOnBothPlaces,
  itOnOneEngine,
  type Storage,
} from '../../../harness/engine.ts';
import { readEvents } from '../../../harness/event-reader.ts';
import { addPhoto, allPhotos, removePhoto } from '../../../harness/photo-upload.ts';
import { scriptedSender } from '../../../harness/scripted-sender.ts';
import {
  currentRepair,
  newIntake,
  repairInStatus,
  takeIn,
  textPicture,
  wholeRepair,
} from '../../../harness/shop-fixtures.ts';

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
      const stored = await allRows(shop.rows);
      expect(await allRows(rows)).toEqual(stored);
      for (const table of ticketTableNames) expect(stored[table], table).not.toEqual([]);
      expect(await allPhotos(storage)).toEqual(await allPhotos(shop.storage));
      expect(await rows.run('select token_hash from sessions')).toEqual([]);
      await rows.close();

      const again = await startApp(target, { storage, config: { shopPassword: null } });
      const before = await highest(again.rows);
      expect(before).toEqual(await highest(shop.rows));
      const list = await shop.staff.call('listRepairs');
      expect(await again.staff.call('listRepairs')).toEqual(list);
      // All of it is in the search index, as nobody worked there meanwhile.
      const search = { query: { q: 'no. 1' } };
      const found = await shop.staff.call('listRepairs', search);
      expect(found.items.length).toBeGreaterThan(2);
      expect(await again.staff.call('listRepairs', search)).toEqual(found);
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

  itOnOneEngine(engine).each([
    ['found', { kind: 'found', sid: 'SM1' }, { state: 'accepted', errorCode: null, advice: null }],
    [
      'not found, since its words may have been different',
      { kind: 'not-found' },
      {
        state: 'failed',
        errorCode: 'restored',
        canResend: true,
        advice:
          'It may have been sent after the backup was made. Ask the customer before you send it again.',
      },
    ],
  ] as const)(
    'with a text that was held asks the provider whether it has been sent since: %s',
    async (_what, found, after) => {
      const { ticketNumber } = await repairInStatus(shop, 'assigned');
      const params = { ticketNumber };
      await shop.staff.call('completeRepair', {
        params,
        body: { outcome: 'approved', holdSeconds: 5 },
      });
      const made = await makeBackup(await backupTask(shop.storage));
      await shop.staff.call('undoComplete', { params });
      const storage = await createStorage('sqlite', 'folder');
      await restoreBackup({ path: made.path, location: storage, isReplacing: false, now });
      const sender = scriptedSender();
      const { clock } = shop;
      const again = await startApp('sqlite', { storage, clock, overrides: { sender } });
      sender.finds.push(found);
      await again.app.sendHeldTexts();
      await again.app.reconcileTexts();
      expect(sender.sent).toEqual([]);
      const { repair, messages } = await wholeRepair(again, ticketNumber);
      expect(repair).toMatchObject({ status: 'completed', heldUntil: null });
      expect(messages[0]).toMatchObject({ kind: 'done', ...after });
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
    let looks = 0;
    const write = async () => {
      while (isWriting) {
        const { ticketNumber } = await takeIn(shop);
        await addPhoto(shop, ticketNumber);
        // Photos that went away at every look would be given up on.
        if (looks > 2) continue;
        await addPhoto(shop, ticketNumber);
        await deleteForGood(ticketNumber);
      }
    };
    const writing = write();
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

  itOnOneEngine(engine)(
    'says which photos were lost before, and holds everything else',
    async () => {
      const { ticketNumber } = await takeIn(shop);
      const lost: string[] = [];
      for (const kind of photoKinds) {
        const name = photoNameFromUrl(await addPhoto(shop, ticketNumber, kind)) ?? '';
        await removePhoto(shop.storage, name);
        lost.push(name);
      }
      const made = await makeBackup(await backupTask(shop.storage));
      expect(made.missingPhotos).toEqual(lost.toSorted());
      expect(made.ticketsToCheck).toEqual([ticketNumber]);
      await deleteForGood(ticketNumber);
      expect((await makeBackup(await backupTask(shop.storage))).missingPhotos).toEqual([]);
    },
  );

  itOnOneEngine(engine)(
    'holds the pictures that customers texted, and says which were lost, even if they are on no ticket',
    async () => {
      const { customerName: name, customerEmail: email, customerPhone: phone } = newIntake();
      await shop.staff.call('createClient', { body: { name, email, phone } });
      const { messageId } = await textPicture(shop, phone);
      const picture = async () =>
        (await shop.rows.run('select * from text_pictures where message_id = ?', messageId))[0];
      const stored = String((await picture())?.picture);
      const made = await makeBackup(await backupTask(shop.storage));
      const names = execFileSync('tar', ['-tf', made.path], { encoding: 'utf8' }).split('\n');
      expect(names).toContain(`photos/${stored}`);
      expect(await picture()).toMatchObject({ ticket_number: null, state: 'stored' });
      await removePhoto(shop.storage, stored);
      const later = await makeBackup(await backupTask(shop.storage));
      expect(later).toMatchObject({ missingPhotos: [stored], ticketsToCheck: [] });
      await shop.rows.run('delete from text_pictures where message_id = ?', messageId);
    },
  );

  itOnOneEngine(engine)('opens with any tar program', async () => {
    const { path } = await makeBackup(await backupTask(shop.storage));
    const names = execFileSync('tar', ['-tf', path], { encoding: 'utf8' }).split('\n');
    expect(names).toEqual(expect.arrayContaining(['about.json', 'manifest.json']));
    const clients = execFileSync('tar', ['-xOf', path, 'tables/clients.jsonl'], {
      encoding: 'utf8',
    });
    expect(clients).toContain('Zoë “Quote” O’Néill – אברהם 🕰');
  });
});

describe('a restore over a folder of photos', () => {
  let storage: Storage;
  let path: string;
  let wanted: Record<string, string>;
  let names: string[];
  const fileOf = (name: string, folder = dataFiles.photos(storage.dataDir)) =>
    join(folder, name.slice(0, 2), name);
  beforeAll(async () => {
    storage = await createStorage('sqlite');
    const shop = await startApp('sqlite', { storage });
    names = [];
    for (let count = 0; count < 3; count += 1) {
      const { ticketNumber } = await takeIn(shop);
      names.push(photoNameFromUrl(await addPhoto(shop, ticketNumber)) ?? '');
    }
    path = (await makeBackup(await backupTask(storage))).path;
    wanted = await allPhotos(storage);
    const { ticketNumber } = await takeIn(shop);
    names.push(photoNameFromUrl(await addPhoto(shop, ticketNumber)) ?? '');
    await shop.stop();
  });
  afterAll(() => storage.remove());

  it('that cannot bring all photos leaves those that were there, and no others', async () => {
    const [first = ''] = names;
    await rm(fileOf(first));
    const before = await allPhotos(storage);
    const task = { path, location: storage, isReplacing: true, now };
    const onProgress = vi.fn((progress: { phase: string }) => {
      if (progress.phase === 'switching') throw new Error('the disk is gone');
    });
    await expect(restoreBackup({ ...task, onProgress })).rejects.toThrow('the disk is gone');
    expect(await allPhotos(storage)).toEqual(before);
    await writeFile(fileOf(first), Buffer.from(wanted[first] ?? '', 'hex'));
  });

  it('that fails has replaced no photo, neither a sound one nor one that can’t be judged', async () => {
    const [sound = '', other = '', damaged = ''] = names;
    const forged = `${path}.forged`;
    await forgeBackup(path, forged, {
      member: (member, content) => ({
        name: member,
        content: member === `photos/${sound}` ? content.subarray(0, 200) : content,
      }),
    });
    const another = await readFile(fileOf(sound));
    await writeFile(fileOf(other), another);
    await writeFile(fileOf(damaged), 'half a photo');
    const before = await allPhotos(storage);
    const task = { path: forged, location: storage, isReplacing: true, isBackedUp: true, now };
    const onProgress = ({ phase, done }: { phase: string; done: number }) => {
      if (phase === 'switching' && done === 2) throw new Error('the disk is gone');
    };
    await expect(restoreBackup({ ...task, onProgress })).rejects.toThrow('the disk is gone');
    // A sound copy of a damaged one is no loss.
    expect(await allPhotos(storage)).toEqual({ ...before, [damaged]: wanted[damaged] });
    await writeFile(fileOf(damaged), Buffer.from(wanted[damaged] ?? '', 'hex'));
    await writeFile(fileOf(other), Buffer.from(wanted[other] ?? '', 'hex'));
  });

  it('never keeps a copy of a shop that was just backed up', async () => {
    const besides = new Set<string>();
    const onProgress = () => {
      for (const entry of readdirSync(storage.dataDir)) besides.add(entry);
    };
    const task = { path, location: storage, isReplacing: true, isBackedUp: true, now, onProgress };
    // So that the next one finds it as it was.
    const present = { ...task, path: (await makeBackup(await backupTask(storage))).path };
    expect((await restoreBackup(present)).asideFolder).toBeNull();
    expect([...besides]).toContain('restoring');
    expect([...besides].filter((entry) => entry.startsWith('replaced-'))).toEqual([]);
  });

  it('restores lost and damaged photos, removes later ones, and keeps the former ones aside', async () => {
    const [sound = '', damaged = '', other = '', later = ''] = names;
    await writeFile(fileOf(damaged), 'half a photo');
    await writeFile(fileOf(other), await readFile(fileOf(later)));
    const forged = `${path}.half`;
    await forgeBackup(path, forged, {
      member: (member, content) => ({
        name: member,
        content: member === `photos/${sound}` ? content.subarray(0, 200) : content,
      }),
    });
    const { asideFolder } = await restoreBackup({
      path: forged,
      location: storage,
      isReplacing: true,
      now,
    });
    expect(await allPhotos(storage)).toEqual(wanted);
    const aside = join(asideFolder ?? 'none', 'photos');
    expect(await readFile(fileOf(damaged, aside), 'utf8')).toBe('half a photo');
    expect((await readFile(fileOf(later, aside))).length).toBeGreaterThan(100);
  });
});

describe('a restore into a bucket', () => {
  let path: string;
  let source: Storage;
  let photos: Record<string, string>;
  beforeAll(async () => {
    source = await createStorage('sqlite');
    const shop = await startApp('sqlite', { storage: source });
    for (let count = 0; count < 12; count += 1) {
      const { ticketNumber } = await takeIn(shop);
      await addPhoto(shop, ticketNumber);
    }
    await shop.stop();
    path = (await makeBackup(await backupTask(source))).path;
    photos = await allPhotos(source);
  });
  afterAll(() => source.remove());

  const bucketStorage = async () => {
    const storage = await createStorage('sqlite', 'bucket');
    if (storage.bucket === null) throw new Error('No bucket');
    return { storage, bucket: storage.bucket };
  };
  const storedAt = new Date('2026-01-01T00:00:00Z');

  it('leaves alone photos that are already there, and adds the others', async () => {
    const { storage, bucket } = await bucketStorage();
    const [name = '', hex = ''] = Object.entries(photos)[0] ?? [];
    bucket.objects.set(name, { bytes: Buffer.from(hex, 'hex'), storedAt, headers: {} });
    const task = { path, location: storage, now };
    await expect(restoreBackup({ ...task, isReplacing: false })).rejects.toThrow(
      /There is a shop here already: the data holds photos/,
    );
    await restoreBackup({ ...task, isReplacing: true });
    expect(await allPhotos(storage)).toEqual(photos);
    const puts = bucket.requests.filter((each) => each.startsWith('PUT')).sort();
    const others = Object.keys(photos).filter((each) => each !== name);
    expect(puts).toEqual(others.map((each) => `PUT ${each}`).sort());
    await storage.remove();
  });

  it('overwrites no sound photo: a different one under the same name stops it, and nothing has changed', async () => {
    const { storage, bucket } = await bucketStorage();
    const [name = '', other = ''] = Object.keys(photos).slice(-2);
    const bytes = Buffer.from(photos[other] ?? '', 'hex');
    bucket.objects.set(name, { bytes, storedAt, headers: {} });
    await expect(
      restoreBackup({ path, location: storage, isReplacing: true, now }),
    ).rejects.toThrow(`another photo under the name ${name}`);
    expect(await allPhotos(storage)).toEqual({ [name]: bytes.toString('hex') });
    expect(bucket.requests.filter((each) => !each.startsWith('GET'))).toEqual([]);
    await storage.remove();
  });

  it('puts a sound photo in the place of its damaged copy, and no damaged one anywhere', async () => {
    const { storage, bucket } = await bucketStorage();
    const [name = '', hex = ''] = Object.entries(photos)[0] ?? [];
    const halfOf = (photo: Buffer) => photo.subarray(0, Math.floor(photo.length / 2));
    const bytes = halfOf(Buffer.from(hex, 'hex'));
    bucket.objects.set(name, { bytes, storedAt, headers: {} });
    const damaged = (await makeBackup(await backupTask(source))).path;
    await restoreBackup({ path, location: storage, isReplacing: true, now });
    expect(await allPhotos(storage)).toEqual(photos);
    const forged = `${damaged}.forged`;
    await forgeBackup(damaged, forged, {
      member: (member, content) => ({
        name: member,
        content: member === `photos/${name}` ? halfOf(content) : content,
      }),
    });
    await restoreBackup({ path: forged, location: storage, isReplacing: true, now: now + 1000 });
    expect(await allPhotos(storage)).toEqual(photos);
    await storage.remove();
  });

  it('that cannot bring all photos brings nothing', async () => {
    const { storage, bucket } = await bucketStorage();
    let puts = 0;
    bucket.misbehave(
      { kind: 'refuse', status: 507, code: 'XMinioStorageFull' },
      {
        on: ({ method }) => {
          if (method === 'PUT') puts += 1;
          return method === 'PUT' && puts > 5;
        },
      },
    );
    await expect(
      restoreBackup({ path, location: storage, isReplacing: false, now }),
    ).rejects.toThrow('failed to store');
    expect(puts).toBeGreaterThan(5);
    expect(await allPhotos(storage)).toEqual({});
    bucket.behave();
    const shop = await startApp('sqlite', { storage });
    expect((await shop.staff.call('listRepairs')).items).toEqual([]);
    await shop.stop();
    await storage.remove();
  });
});
