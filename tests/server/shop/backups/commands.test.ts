import { mkdir, readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { photoNameFromUrl } from '../../../../domain/photos.ts';
import { dataFiles } from '../../../../server/base/config.ts';
import { takeStoreAlone } from '../../../../server/database/store-lock.ts';
import { startApp } from '../../../harness/app.ts';
import { allRows } from '../../../harness/backup-tasks.ts';
import {
  createStorage,
  describeOnBothInLongRun,
  itInLongRun,
  type Storage,
} from '../../../harness/engine.ts';
import { addPhoto, allPhotos } from '../../../harness/photo-upload.ts';
import { programs } from '../../../harness/process.ts';
import { takeIn } from '../../../harness/shop-fixtures.ts';

function commands() {
  const { outcome } = programs();
  const run = (program: 'backup' | 'restore', storage: Storage, ...words: string[]) =>
    outcome(`scripts/${program}.ts`, storage, { words });
  return { run };
}

describeOnBothInLongRun('the commands', (engine, place) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await createStorage(engine, place);
    return () => storage.remove();
  });
  const { run } = commands();

  it('back up a running shop, and restore it once it is stopped and the person agrees', async () => {
    const shop = await startApp(engine, { storage });
    const { ticketNumber } = await takeIn(shop);
    await addPhoto(shop, ticketNumber);
    await shop.app.textsDone();
    const rows = await allRows(shop.rows);
    const photos = await allPhotos(storage);
    const folder = join(storage.dataDir, 'stick');
    const { code, said } = await run('backup', storage, '--to', folder);
    expect(said).toMatch(/^\/.*\.backup\n {2}\d+ kB: \d+ rows, 1 photo\n$/);
    expect(code).toBe(0);
    const [name = 'none'] = await readdir(folder);
    const { last } = await shop.staff.call('getBackups');
    expect(last).toMatchObject({ kind: 'command' });

    await takeIn(shop);
    const path = join(folder, name);
    const whileRunning = await run('restore', storage, path, '--replace');
    expect(whileRunning.code).toBe(1);
    expect(whileRunning.said).toMatch(/^Not restored: The product is running on this data/);
    expect((await shop.staff.call('listRepairs')).items).toHaveLength(2);
    await shop.stop();

    const unasked = await run('restore', storage, path);
    expect(unasked.code).toBe(1);
    expect(unasked.said).toContain('Not restored: There is a shop here already');
    const asked = await run('restore', storage, path, '--replace');
    expect(asked.said).toContain('1 repair, 1 client, 1 text, 1 photo');
    expect(asked.said).toContain('Restored. Start the product');
    expect(asked.code).toBe(0);
    const restored = await storage.openRows();
    expect(await allRows(restored)).toEqual(rows);
    expect(await allPhotos(storage)).toEqual(photos);
    await restored.close();
    if (engine === 'sqlite') {
      const aside = (await readdir(storage.dataDir)).find((entry) => entry.startsWith('replaced-'));
      const former = { ...storage, dataDir: join(storage.dataDir, aside ?? 'none') };
      const again = await startApp(engine, { storage: former });
      expect((await again.staff.call('listRepairs')).items).toHaveLength(2);
      await again.stop();
    }
  });
});

describe('the commands', () => {
  const { run } = commands();

  itInLongRun('name damaged photos, of which no smaller copy is served', async () => {
    const storage = await createStorage('sqlite');
    const shop = await startApp('sqlite', { storage });
    const { ticketNumber } = await takeIn(shop);
    const url = await addPhoto(shop, ticketNumber);
    await addPhoto(shop, (await takeIn(shop)).ticketNumber);
    const name = photoNameFromUrl(url) ?? '';
    const file = join(dataFiles.photos(storage.dataDir), name.slice(0, 2), name);
    await truncate(file, Math.floor((await readFile(file)).length / 2));

    const copy = await shop.staff.send('GET', `${url}?w=320`);
    expect(copy.problem()).toMatchObject({ status: 422, code: 'photo-damaged' });

    const { code, said } = await run('backup', storage);
    expect(said).toContain(`1 photo is damaged, copied as is:\n  ${name}\n`);
    expect(said).toContain(`Tickets: ${ticketNumber}. `);
    expect(code).toBe(2);
    const { last } = await shop.staff.call('getBackups');
    expect(last).toMatchObject({ kind: 'command', ticketsToCheck: [ticketNumber] });
    await shop.stop();

    const [path = 'none'] = said.split('\n');
    const other = await createStorage('sqlite');
    const restored = await run('restore', other, path);
    expect(restored.said).toContain('Damaged   1 photo, before it was made');
    expect(restored.code).toBe(0);
    await other.remove();
    await storage.remove();
  });

  it('say what prevents them', async () => {
    const storage = await createStorage('sqlite');
    const nothing = await run('backup', storage);
    expect(nothing).toEqual({
      code: 1,
      said: expect.stringMatching(/^No backup: There is nothing to back up/),
    });
    expect(await readdir(storage.dataDir)).toEqual([]);
    const shop = await startApp('sqlite', { storage });
    await shop.stop();
    const [away, missing] = await Promise.all([
      run('backup', storage, '--to', join(storage.dataDir, 'not', 'there')),
      run('restore', await createStorage('sqlite'), join(storage.dataDir, 'no.backup')),
    ]);
    expect(away.code).toBe(1);
    expect(away.said).toBe('No backup: the folder is not there; is the disk connected?\n');
    expect(missing.code).toBe(1);
    expect(missing.said).toMatch(/^Not restored: There is no file .*no\.backup\.\n$/);
    await storage.remove();
  });

  it('keep the product from starting while a backup is restored', async () => {
    const storage = await createStorage('sqlite');
    await mkdir(storage.dataDir, { recursive: true });
    const lock = takeStoreAlone(dataFiles.database(storage.dataDir));
    await expect(startApp('sqlite', { storage })).rejects.toThrow(/is being restored here/);
    lock?.release();
    const shop = await startApp('sqlite', { storage });
    expect(takeStoreAlone(dataFiles.database(storage.dataDir))).toBeNull();
    await shop.close();
  });
});
