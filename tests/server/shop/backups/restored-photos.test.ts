import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { photoNameFromUrl } from '../../../../domain/photos.ts';
import { dataFiles } from '../../../../server/config.ts';
import { restoreBackup } from '../../../../server/shop/backups/restore.ts';
import { makeBackup } from '../../../../server/shop/backups/writer.ts';
import { startApp } from '../../../harness/app.ts';
import { backupTask } from '../../../harness/backup-tasks.ts';
import { createStorage, type Storage } from '../../../harness/engine.ts';
import { addPhoto, allPhotos } from '../../../harness/photo-upload.ts';
import { takeIn } from '../../../harness/shop-fixtures.ts';

const now = Date.parse('2026-03-03T08:00:00.000Z');

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
  });

  it('brings lost and damaged ones back, takes out later ones, and keeps the former aside', async () => {
    const [, damaged = '', , later = ''] = names;
    await writeFile(fileOf(damaged), 'half a photo');
    const { asideFolder } = await restoreBackup({
      path,
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

  it('leaves photos alone that are there already, and brings the others', async () => {
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

  it('overwrites no photo: another one under the same name ends it, and nothing has changed', async () => {
    const { storage, bucket } = await bucketStorage();
    const name = Object.keys(photos).at(-1) ?? '';
    const bytes = Buffer.from('another picture');
    bucket.objects.set(name, { bytes, storedAt, headers: {} });
    await expect(
      restoreBackup({ path, location: storage, isReplacing: true, now }),
    ).rejects.toThrow(`another photo under the name ${name}`);
    expect(await allPhotos(storage)).toEqual({ [name]: bytes.toString('hex') });
    expect(bucket.requests.filter((each) => !each.startsWith('GET'))).toEqual([]);
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

  it('is not begun where the bucket cannot be reached', async () => {
    const { storage, bucket } = await bucketStorage();
    await bucket.close();
    await expect(
      restoreBackup({ path, location: storage, isReplacing: true, now }),
    ).rejects.toThrow('failed to list photos');
    await storage.remove();
  });
});
