import { createHash } from 'node:crypto';
import { cp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataFiles } from '../../../server/base/config.ts';
import { readStoreState } from '../../../server/database/store-state.ts';
import { createStorage, itInLongRun, type Storage } from '../../harness/engine.ts';
import type { HttpClient } from '../../harness/http-client.ts';
import { programs, serverProgram } from '../../harness/process.ts';
import { isLongRun, seededChance } from '../../harness/seeded-chance.ts';

const password = 'a good long password';
const engineWords = /malformed|file is not a database|disk image|unable to open/;

describe('the start with the embedded database', () => {
  let storage: Storage;
  let file: string;
  beforeEach(async () => {
    storage = await createStorage('sqlite');
    file = dataFiles.database(storage.dataDir);
  });
  afterEach(() => storage.remove());
  const { run, outcome, serve } = programs();

  const settings = { SHOP_PASSWORD: password };
  const start = async (at: Storage, ...words: string[]) => {
    const serving = await serve(at, { settings, words });
    await serving.browser.logIn(password);
    return serving;
  };
  const stop = async ({ started }: Awaited<ReturnType<typeof start>>) => {
    started.signal('SIGTERM');
    expect(await started.ended).toBe(0);
  };
  const addClients = async (browser: HttpClient, ...names: string[]) => {
    for (const name of names) {
      const body = { name, email: `${name.toLowerCase()}@example.com` };
      await browser.call('createClient', { body });
    }
  };
  const clientNames = async (browser: HttpClient) =>
    (await browser.call('listClients')).items.map(({ name }) => name).sort();
  const refused = async () => {
    const { code, said } = await outcome(serverProgram, storage, { settings });
    expect(said).not.toMatch(/Open {6}/);
    expect(code).toBe(1);
    return said;
  };

  itInLongRun(
    'names the backup in the folder that the shop has chosen, even if nothing can be read',
    async () => {
      const folder = join(storage.dataDir, 'kept');
      const running = await start(storage);
      const { settings: stored } = await running.browser.call('getSettings');
      const backups = { folder, dailyAt: '03:00', keep: 14 };
      await running.browser.call('changeSettings', { body: { ...stored, backups } });
      await stop(running);
      expect(await outcome('scripts/backup.ts', storage)).toMatchObject({ code: 0 });
      const [backup = 'none'] = await readdir(folder);
      await rm(file);
      expect(await refused()).toContain(`The newest backup is ${join(folder, backup)}`);
    },
  );

  describe('after a kill', () => {
    /** Ada is in the file and in a backup; Grace and Edith only in the log. */
    let killed: Storage;
    beforeAll(async () => {
      killed = await createStorage('sqlite');
      const first = await start(killed);
      await addClients(first.browser, 'Ada');
      await stop(first);
      expect(await outcome('scripts/backup.ts', killed)).toMatchObject({ code: 0 });
      const second = await start(killed);
      await addClients(second.browser, 'Grace', 'Edith');
      const written = () => readStoreState(dataFiles.database(killed.dataDir))?.clients;
      await vi.waitUntil(() => written() === 3, { timeout: 20_000 });
      second.started.signal('SIGKILL');
      await second.started.ended;
      return () => killed.remove();
    });
    beforeEach(async () => {
      await cp(killed.dataDir, storage.dataDir, { recursive: true });
    });

    const removeLog = async () => {
      for (const end of ['-wal', '-shm']) await rm(file + end);
    };
    const withoutLog = (breakIt: () => Promise<void>) => async () => {
      await removeLog();
      await breakIt();
    };
    const noise = (bytes: number) => {
      const chance = seededChance(1);
      return Buffer.from(Array.from({ length: bytes }, () => Math.floor(chance.next() * 256)));
    };
    const anotherProgram = async () => {
      await rm(file);
      const database = new DatabaseSync(file);
      database.exec('create table recipes (name text); insert into recipes values (1)');
      database.close();
    };
    /** The checksums of what there is; the engine may make an empty log even if it only reads. */
    const filesIn = async (folder: string) => {
      const found: Record<string, string> = {};
      for (const name of ['shop.db', 'shop.db-wal', 'shop.db-journal']) {
        const bytes = await readFile(join(folder, name)).catch(() => null);
        if (bytes === null || (bytes.length === 0 && name !== 'shop.db')) continue;
        found[name] = createHash('sha256').update(bytes).digest('hex');
      }
      return found;
    };
    const backupPath = async () => {
      const folder = join(storage.dataDir, 'backups');
      const [backup = 'none'] = (await readdir(folder)).sort();
      return join(folder, backup);
    };

    it('continues if nothing is lost, even with a foreign journal beside the file', async () => {
      await writeFile(`${file}-journal`, noise(2048));
      const { browser } = await start(storage);
      expect(await clientNames(browser)).toEqual(['Ada', 'Edith', 'Grace']);
    });

    const losses: [string, () => Promise<void>, RegExp][] = [
      ['its log is gone', removeLog, /Now {5}1 client,/],
      ['the file is gone beside its log', () => rm(file), /shop\.db is gone, and its log/],
      [
        'its log is cut',
        async () => truncate(`${file}-wal`, Math.floor((await stat(`${file}-wal`)).size / 3)),
        /Now {5}[12] clients?,/,
      ],
      [
        'the file is empty, without a log',
        withoutLog(() => truncate(file, 0)),
        /Now {5}nothing: \S+shop\.db is empty/,
      ],
      [
        'the file is gone, with its log',
        withoutLog(() => rm(file)),
        /Now {5}nothing: \S+shop\.db is gone/,
      ],
      [
        'the file is empty beside its log',
        () => truncate(file, 0),
        /shop\.db is empty, and its log shop\.db-wal is still there/,
      ],
      [
        'the beginning is zeroed',
        withoutLog(async () => writeFile(file, (await readFile(file)).fill(0, 0, 4096))),
        /damaged at its beginning/,
      ],
      [
        'half of the file is left',
        withoutLog(async () => truncate(file, (await stat(file)).size / 2)),
        /is damaged: parts of it cannot be read/,
      ],
      ['the file is noise', () => writeFile(file, noise(64 * 1024)), /damaged at its beginning/],
      [
        'the file is plain text',
        withoutLog(() => writeFile(file, 'Shopping list\n'.repeat(200))),
        /is not a database/,
      ],
      [
        'the file is another program’s database',
        withoutLog(anotherProgram),
        /is another program's database/,
      ],
    ];

    it.each(isLongRun ? losses : losses.slice(0, 1))(
      'stops where %s, says what can be done, and comes back from its backup',
      async (_what, lose, words) => {
        await lose();
        const before = await filesIn(storage.dataDir);
        const said = await refused();
        expect(said).toMatch(words);
        expect(said).not.toMatch(engineWords);
        const isLost = said.includes('Data has been lost');
        if (isLost) expect(said).toMatch(/Before {2}3 clients/);
        const path = await backupPath();
        expect(said).toContain(`The newest backup is ${path}`);
        expect(said).toContain(`npm run restore ${path} -- --replace`);
        expect(said).toContain('npm start -- --accept-loss');

        if (!isLost) {
          const unasked = await outcome('scripts/restore.ts', storage, { words: [path] });
          expect(unasked.said).toMatch(words);
          expect(unasked.said).toMatch(/^Not restored: .* Nothing was changed\./m);
          expect(unasked.said).toContain('add --replace');
          expect(unasked.said).not.toMatch(engineWords);
          expect(unasked.code).toBe(1);
          expect(await filesIn(storage.dataDir)).toEqual(before);
        }
        const given = { words: [path, '--replace'] };
        const asked = await outcome('scripts/restore.ts', storage, given);
        expect(asked.said).toContain('Restored. Start the product');
        expect(asked.code).toBe(0);
        const [, aside = 'not named'] = /The former data is in (\S+):/.exec(asked.said) ?? [];
        if (!isLost) expect(await filesIn(aside)).toEqual(before);
        expect(Object.keys(await filesIn(storage.dataDir))).toEqual(['shop.db']);
        const { browser } = await start(storage);
        expect(await clientNames(browser)).toEqual(['Ada']);
      },
    );

    itInLongRun(
      'killed before a restored store is in place, it starts no shop until it is restored',
      async () => {
        await rm(file);
        // Without the note of what there was, only the restore's own says that something is wrong.
        await rm(join(storage.dataDir, 'shop.state.json'));
        const path = await backupPath();
        const words = ['restore', path, 'in place', '0'];
        const dying = run('tests/harness/dying-backup.ts', storage, { words });
        expect(await dying.ended, dying.output()).toBeNull();
        expect(await filesIn(storage.dataDir)).toEqual({});
        expect(await refused()).toContain('A restore was interrupted');
        const given = { words: [path, '--replace'] };
        expect(await outcome('scripts/restore.ts', storage, given)).toMatchObject({ code: 0 });
        const { browser } = await start(storage);
        expect(await clientNames(browser)).toEqual(['Ada']);
      },
    );

    it('continues after confirmation with what is left, and says no more about it', async () => {
      await removeLog();
      await refused();
      const accepted = await start(storage, '--accept-loss');
      expect(await clientNames(accepted.browser)).toEqual(['Ada']);
      await stop(accepted);
      const { browser } = await start(storage);
      expect(await clientNames(browser)).toEqual(['Ada']);
    });

    itInLongRun(
      'starts over after confirmation if nothing can be read, and keeps what there was',
      async () => {
        await truncate(file, 0);
        const accepted = await start(storage, '--accept-loss');
        expect(await clientNames(accepted.browser)).toEqual([]);
        const [, aside = 'none'] =
          (await accepted.started.until(/"folder":"([^"]+)".*was moved aside/)) ?? [];
        expect(await readdir(aside)).toEqual(expect.arrayContaining(['shop.db', 'shop.db-wal']));
      },
    );

    it('lets no backup be made of what is left, which would be the newest', async () => {
      await removeLog();
      const { code, said } = await outcome('scripts/backup.ts', storage);
      expect(code).toBe(1);
      expect(said).toMatch(/^No backup: Data has been lost\..*npm run restore/s);
    });

    itInLongRun('begins a new shop if the whole folder is gone', async () => {
      await rm(storage.dataDir, { recursive: true });
      await cp(join(killed.dataDir, 'backups'), join(storage.dataDir, 'backups'), {
        recursive: true,
      });
      const { browser } = await start(storage);
      expect(await clientNames(browser)).toEqual([]);
    });
  });

  it('refuses a second process on the same data, and lets programs work beside the first', async () => {
    const first = await start(storage);
    const said = await refused();
    expect(said).toContain(`process ${first.started.pid}, ${first.origin}.`);
    expect(said).toContain(`is already running on ${storage.dataDir}`);

    const words = ['--to', join(storage.dataDir, 'out')];
    const beside = [
      run('scripts/backup.ts', storage),
      run('scripts/export.ts', storage, { words }),
    ];
    for (const one of beside) expect(await one.ended, one.output()).toBe(0);

    first.started.signal('SIGKILL');
    await first.started.ended;
    // What the killed one noted about itself is in nobody's way.
    const note = await readFile(`${file}-served-by`, 'utf8');
    expect(note).toContain(String(first.started.pid));
    await stop(await start(storage));
  });

  it('says at /readyz when the file is damaged or taken away while it runs', async () => {
    const first = await start(storage);
    await addClients(first.browser, 'Ada');
    await stop(first);
    const { browser } = await start(storage);
    const word = async () =>
      ((await browser.send('GET', '/readyz')).json() as { database: string }).database;
    expect(await word()).toBe('ok');
    const handle = await open(file, 'r+');
    await handle.writeFile(Buffer.alloc((await stat(file)).size, 'noise'));
    await handle.close();
    expect(await word()).toBe('broken');
    await rm(file);
    expect(await word()).toBe('unreachable');
  });
});
