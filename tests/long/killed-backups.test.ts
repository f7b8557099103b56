import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { checkBackup } from '../../server/shop/backups/reader.ts';
import { restoreBackup } from '../../server/shop/backups/restore.ts';
import { makeBackup } from '../../server/shop/backups/writer.ts';
import { startApp } from '../harness/app.ts';
import { allRows, backupTask } from '../harness/backup-tasks.ts';
import { createStorage, describeOnBothPlaces, type Storage } from '../harness/engine.ts';
import { addPhoto, allPhotos } from '../harness/photo-upload.ts';
import { programs } from '../harness/process.ts';
import { takeIn } from '../harness/shop-fixtures.ts';

const now = Date.parse('2026-03-03T08:00:00.000Z');

describeOnBothPlaces('killed in the middle', (engine, place) => {
  let storage: Storage;
  let path: string;
  let former: Awaited<ReturnType<typeof contents>>;
  let wanted: Awaited<ReturnType<typeof contents>>;

  const contents = async (of: Storage) => {
    const rows = await of.openRows();
    const found = { rows: await allRows(rows), photos: await allPhotos(of) };
    await rows.close();
    return found;
  };
  const shopWith = async (customerName: string) => {
    const made = await createStorage(engine, place);
    const shop = await startApp(engine, { storage: made });
    const { ticketNumber } = await takeIn(shop, { customerName });
    await addPhoto(shop, ticketNumber);
    await addPhoto(shop, ticketNumber, 'completed');
    await shop.stop();
    return made;
  };
  beforeAll(async () => {
    const source = await shopWith('Of the backup');
    storage = await shopWith('Of the former shop');
    path = (await makeBackup(await backupTask(source, { folder: storage.dataDir }))).path;
    wanted = await contents(source);
    former = await contents(storage);
    await source.remove();
    return () => storage.remove();
  });

  const { run } = programs();
  const dieAt = async (what: string, file: string, phase: string, done: number) => {
    const words = [what, file, phase, String(done)];
    const dying = run('tests/harness/dying-backup.ts', storage, { words });
    expect(await dying.ended, dying.output()).toBeNull();
    expect(dying.output()).not.toContain('Survived');
  };

  it('a restore leaves the former shop whole until the new one is, and can be done again', async () => {
    for (const [phase, done] of [
      ['photos', 1],
      ['switching', 1],
      ['switching', 2],
    ] as const) {
      await dieAt('restore', path, phase, done);
      const left = await contents(storage);
      expect(left.rows, `${phase} ${done}`).toEqual(former.rows);
      // Photos of the new shop may be there already; none of the former is gone.
      expect(left.photos, `${phase} ${done}`).toMatchObject(former.photos);
    }
    const between = await startApp(engine, { storage });
    const { items } = await between.staff.call('listRepairs');
    expect(items.map(({ customerName }) => customerName)).toEqual(['Of the former shop']);
    await between.stop();
    await dieAt('restore', path, 'switching', 3);
    const left = await contents(storage);
    expect(left.rows).toEqual(wanted.rows);
    expect(left.photos).toMatchObject(wanted.photos);
    await restoreBackup({ path, location: storage, isReplacing: true, now });
    const restored = await contents(storage);
    expect(restored.rows).toEqual(wanted.rows);
    // Only the sweep takes anything out of a bucket.
    const isBucket = place === 'bucket';
    expect(restored.photos).toEqual(
      isBucket ? { ...former.photos, ...wanted.photos } : wanted.photos,
    );
    expect(await readdir(storage.dataDir)).not.toContain('restoring');
  });

  it('a backup leaves nothing that could be taken for one', async () => {
    const folder = join(storage.dataDir, 'kept');
    await mkdir(folder);
    await dieAt('backup', join(folder, 'any'), 'rows', 5);
    const names = await readdir(folder);
    expect(names).toEqual([expect.stringMatching(/^\.watch-repair-.*\.part$/)]);
    const made = await makeBackup(await backupTask(storage, { folder }));
    await expect(checkBackup(made.path)).resolves.toMatchObject({ bytes: made.bytes });
  });
});
