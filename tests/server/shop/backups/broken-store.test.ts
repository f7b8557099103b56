import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataFiles } from '../../../../server/config.ts';
import { makeBackup } from '../../../../server/shop/backups/writer.ts';
import { startApp } from '../../../harness/app.ts';
import { addPhoto, allPhotos, allRows, backupTask } from '../../../harness/backup-tasks.ts';
import { createEmptyShop, createStorage, type Storage } from '../../../harness/engine.ts';
import { isLongRun } from '../../../harness/long-run.ts';
import { startProcess } from '../../../harness/process.ts';
import { seededChance } from '../../../harness/seeded-chance.ts';
import { takeIn } from '../../../harness/shop-fixtures.ts';

/** What the engine says of such files, and no shop owner understands. */
const engineWords = /malformed|file is not a database|disk image|disk I\/O|unable to open/;

const storeNames = ['shop.db', 'shop.db-wal', 'shop.db-journal'];

describe('a restore over a store that is broken', () => {
  /** A shop as a kill leaves it: a store, its log with the latest changes, and a photo. */
  let killed: Storage;
  let path: string;
  let wanted: { rows: Record<string, string[]>; photos: Record<string, string> };
  let storage: Storage;
  beforeAll(async () => {
    killed = await createStorage('sqlite');
    const shop = await startApp('sqlite', { storage: await createEmptyShop('sqlite') });
    const { ticketNumber } = await takeIn(shop);
    await addPhoto(shop, ticketNumber);
    await shop.app.textsLeft();
    path = (await makeBackup(await backupTask(shop.storage, { folder: killed.dataDir }))).path;
    wanted = { rows: await allRows(shop.rows), photos: await allPhotos(shop.storage) };
    const { ticketNumber: later } = await takeIn(shop);
    await addPhoto(shop, later);
    for (const name of ['shop.db', 'shop.db-wal', 'shop.db-shm', 'photos']) {
      await cp(join(shop.storage.dataDir, name), join(killed.dataDir, name), { recursive: true });
    }
    await shop.close();
  });
  afterAll(async () => {
    await killed.remove();
  });
  beforeEach(async () => {
    storage = await createStorage('sqlite');
    await cp(killed.dataDir, storage.dataDir, { recursive: true });
  });
  afterEach(async () => {
    await storage.remove();
  });

  const restore = async (...words: string[]) => {
    const environment = { DATA_DIR: storage.dataDir };
    const started = startProcess('scripts/restore.ts', environment, storage.dataDir, '', [
      path,
      ...words,
    ]);
    return { code: await started.ended, said: started.output() };
  };
  /** The checksums of what there is; the engine may make an empty log where it only reads. */
  const filesIn = async (folder: string) => {
    const found: Record<string, string> = {};
    for (const name of await readdir(folder)) {
      if (!storeNames.includes(name)) continue;
      const bytes = await readFile(join(folder, name));
      if (bytes.length === 0 && name !== 'shop.db') continue;
      found[name] = createHash('sha256').update(bytes).digest('hex');
    }
    return found;
  };
  const noise = (bytes: number) => {
    const chance = seededChance(1);
    return Buffer.from(Array.from({ length: bytes }, () => Math.floor(chance.next() * 256)));
  };
  const removeLog = async (file: string) => {
    for (const end of ['-wal', '-shm']) await rm(file + end);
  };

  const breakages: [string, (file: string) => Promise<void>, RegExp][] = [
    ['the file is gone and its log is left', (file) => rm(file), /shop\.db is gone, and its log/],
    ['the file is empty and its log is left', (file) => truncate(file, 0), /is empty, and its log/],
    [
      'the file is empty',
      async (file) => {
        await removeLog(file);
        await truncate(file, 0);
      },
      /the data holds photos/,
    ],
    [
      'the beginning is zeroed',
      async (file) => {
        await removeLog(file);
        const bytes = await readFile(file);
        await writeFile(file, bytes.fill(0, 0, 4096));
      },
      /damaged from its beginning/,
    ],
    [
      'half of the file is left',
      async (file) => {
        await removeLog(file);
        await truncate(file, (await readFile(file)).length / 2);
      },
      /is damaged: parts of it cannot be read/,
    ],
    [
      'the file is noise',
      async (file) => writeFile(file, noise(64 * 1024)),
      /damaged from its beginning/,
    ],
    [
      'the file is a text',
      async (file) => {
        await removeLog(file);
        await writeFile(file, 'Shopping list\n'.repeat(200));
      },
      /is no database at all/,
    ],
    [
      'the file is another program’s database',
      async (file) => {
        await removeLog(file);
        await rm(file);
        const database = new DatabaseSync(file);
        database.exec('create table recipes (name text); insert into recipes values (1)');
        database.close();
      },
      /is another program's database/,
    ],
    [
      'the file is whole and a foreign journal lies beside it',
      async (file) => writeFile(`${file}-journal`, noise(2048)),
      /the data holds .*clients/,
    ],
  ];

  it.each(isLongRun ? breakages : breakages.slice(0, 2))(
    'brings the whole shop back where %s',
    async (_what, breakIt, words) => {
      await breakIt(dataFiles.database(storage.dataDir));
      const before = await filesIn(storage.dataDir);

      const unasked = await restore();
      expect(unasked.said).toMatch(words);
      expect(unasked.said).toMatch(/^Not restored: .* Nothing was changed\./m);
      expect(unasked.said).toContain('say --replace');
      expect(unasked.said).not.toMatch(engineWords);
      expect(unasked.code).toBe(1);
      const isHealthy = words.test('the data holds changes, clients');
      if (!isHealthy) expect(await filesIn(storage.dataDir)).toEqual(before);

      const asked = await restore('--replace');
      expect(asked.said).toContain('Restored. Start the product');
      expect(asked.code).toBe(0);
      const [, aside = 'not named'] = /The former data is in (\S+):/.exec(asked.said) ?? [];
      if (!isHealthy) expect(await filesIn(aside)).toEqual(before);
      expect(Object.keys(await filesIn(storage.dataDir))).toEqual(['shop.db']);
      const rows = await storage.openRows();
      expect(await allRows(rows)).toEqual(wanted.rows);
      await rows.close();
      expect(await allPhotos(storage)).toEqual(wanted.photos);
      const shop = await startApp('sqlite', { storage });
      expect((await shop.staff.call('listRepairs')).items).toHaveLength(1);
      expect((await shop.staff.send('GET', '/readyz')).status).toBe(200);
      await shop.stop();
    },
  );

  it('killed before the new store is in place leaves nothing that starts as a shop', async () => {
    const file = dataFiles.database(storage.dataDir);
    await rm(file);
    const dying = startProcess(
      'tests/harness/dying-backup.ts',
      { DATA_DIR: storage.dataDir },
      storage.dataDir,
      '',
      ['restore', path, 'in place', '0'],
    );
    expect(await dying.ended, dying.output()).toBeNull();
    expect(await filesIn(storage.dataDir)).toEqual({});
    await expect(startApp('sqlite', { storage })).rejects.toThrow(/A restore was cut short/);
    expect((await restore('--replace')).code).toBe(0);
    const shop = await startApp('sqlite', { storage });
    expect(await allRows(shop.rows)).toMatchObject({ clients: wanted.rows.clients });
    await shop.stop();
  });
});
