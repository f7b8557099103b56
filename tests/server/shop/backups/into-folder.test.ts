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
