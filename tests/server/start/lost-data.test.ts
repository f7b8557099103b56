import { cp, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataFiles } from '../../../server/config.ts';
import { readStoreState } from '../../../server/database/store-state.ts';
import { createStorage, type Storage } from '../../harness/engine.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { isLongRun } from '../../harness/long-run.ts';
import { type RunningProcess, startProcess } from '../../harness/process.ts';

const password = 'a good long password';
const engineWords = /malformed|file is not a database|disk image|unable to open/;

describe('the start with the embedded database', () => {
  let storage: Storage;
  let file: string;
  const running: RunningProcess[] = [];
  beforeEach(async () => {
    storage = await createStorage('sqlite');
    file = dataFiles.database(storage.dataDir);
  });
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.signal('SIGKILL');
      await one.ended;
    }
    await storage.remove();
  });

  const run = (program: string, dataDir: string, ...words: string[]) => {
    const environment = { PORT: '0', DATA_DIR: dataDir, SHOP_PASSWORD: password };
    const started = startProcess(program, environment, dataDir, '', words);
    running.push(started);
    return started;
  };
  const start = async (dataDir: string, ...words: string[]) => {
    const started = run('server/main.ts', dataDir, ...words);
    const [, origin = ''] = await started.until(/Open {6}(http:\S+)/);
    const browser = new HttpClient(origin);
    await browser.logIn(password);
    return { started, browser, origin };
  };
  const stop = async ({ started }: { started: RunningProcess }) => {
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
  const refused = async (dataDir: string) => {
    const started = run('server/main.ts', dataDir);
    const hasStarted = await started.until(/Open {6}/).then(
      () => true,
      () => false,
    );
    expect(hasStarted, started.output()).toBe(false);
    expect(await started.ended).toBe(1);
    return started.output();
  };

  describe('after a kill', () => {
    /** Ada is in the file and in a backup; Grace and Edith only in the log. */
    let killed: Storage;
    beforeAll(async () => {
      killed = await createStorage('sqlite');
      const first = await start(killed.dataDir);
      await addClients(first.browser, 'Ada');
      await stop(first);
      const backup = run('scripts/backup.ts', killed.dataDir);
      expect(await backup.ended, backup.output()).toBe(0);
      const second = await start(killed.dataDir);
      await addClients(second.browser, 'Grace', 'Edith');
      const written = () => readStoreState(dataFiles.database(killed.dataDir))?.clients;
      await vi.waitUntil(() => written() === 3, { timeout: 20_000 });
      second.started.signal('SIGKILL');
      await second.started.ended;
    });
    afterAll(async () => {
      await killed.remove();
    });
    beforeEach(async () => {
      await cp(killed.dataDir, storage.dataDir, { recursive: true });
    });

    const removeLog = async () => {
      for (const end of ['-wal', '-shm']) await rm(file + end);
    };

    it('goes on where nothing is lost', async () => {
      const { browser } = await start(storage.dataDir);
      expect(await clientNames(browser)).toEqual(['Ada', 'Edith', 'Grace']);
    });

    const losses: [string, () => Promise<void>, RegExp][] = [
      ['its log is gone', removeLog, /There is {3}1 client,/],
      [
        'its log is cut',
        async () => truncate(`${file}-wal`, Math.floor((await stat(`${file}-wal`)).size / 3)),
        /There is {3}[12] clients?,/,
      ],
      [
        'the file is empty, without a log',
        async () => {
          await removeLog();
          await truncate(file, 0);
        },
        /There is {3}nothing: \S+shop\.db is empty/,
      ],
      [
        'the file is gone, with its log',
        async () => {
          await removeLog();
          await rm(file);
        },
        /There is {3}nothing: \S+shop\.db is gone/,
      ],
      [
        'the file is empty beside its log',
        () => truncate(file, 0),
        /shop\.db is empty, and its log shop\.db-wal is still there/,
      ],
      [
        'the beginning of the file is overwritten',
        async () => {
          await removeLog();
          const handle = await open(file, 'r+');
          await handle.write(Buffer.alloc(4096, 0xa5), 0, 4096, 0);
          await handle.close();
        },
        /shop\.db is damaged from its beginning, or is no database at all/,
      ],
      [
        'half of the file is left',
        async () => {
          await removeLog();
          await truncate(file, (await stat(file)).size / 2);
        },
        /shop\.db is damaged: parts of it cannot be read/,
      ],
    ];

    it.each(isLongRun ? losses : losses.slice(0, 2))(
      'stops where %s, and says what can be done',
      async (_what, lose, words) => {
        await lose();
        const said = await refused(storage.dataDir);
        expect(said).toMatch(words);
        expect(said).not.toMatch(engineWords);
        if (said.includes('Data has been lost')) expect(said).toMatch(/There was {2}3 clients/);
        const [backup = 'none'] = (await readdir(join(storage.dataDir, 'backups'))).sort();
        const path = join(storage.dataDir, 'backups', backup);
        expect(said).toContain(`The newest backup is ${path}`);
        expect(said).toContain(`npm run restore ${path} -- --replace`);
        expect(said).toContain('npm start -- --accept-loss');
      },
    );

    it('goes on with what is left once somebody says so, and then without a word', async () => {
      await removeLog();
      await refused(storage.dataDir);
      const accepted = await start(storage.dataDir, '--accept-loss');
      expect(await clientNames(accepted.browser)).toEqual(['Ada']);
      await stop(accepted);
      const { browser } = await start(storage.dataDir);
      expect(await clientNames(browser)).toEqual(['Ada']);
    });

    it('begins anew where nothing can be read, once somebody says so, and keeps what there was', async () => {
      await truncate(file, 0);
      const accepted = await start(storage.dataDir, '--accept-loss');
      expect(await clientNames(accepted.browser)).toEqual([]);
      const [, aside = 'none'] =
        (await accepted.started.until(/"folder":"([^"]+)".*was moved aside/)) ?? [];
      expect(await readdir(aside)).toEqual(expect.arrayContaining(['shop.db', 'shop.db-wal']));
    });

    it('goes on after a restore, though that holds less than was written down', async () => {
      await removeLog();
      const [, words = ''] = /npm run restore (.+)/.exec(await refused(storage.dataDir)) ?? [];
      const [backup = '', , replace = ''] = words.split(' ');
      const restore = run('scripts/restore.ts', storage.dataDir, backup, replace);
      expect(await restore.ended, restore.output()).toBe(0);
      const { browser } = await start(storage.dataDir);
      expect(await clientNames(browser)).toEqual(['Ada']);
    });

    it('lets no backup be made of what is left, which would be the newest', async () => {
      await removeLog();
      const backup = run('scripts/backup.ts', storage.dataDir);
      expect(await backup.ended).toBe(1);
      expect(backup.output()).toMatch(/^No backup: Data has been lost\./);
      expect(backup.output()).toContain('npm run restore');
    });

    it('begins a new shop where the whole folder is gone', async () => {
      await rm(storage.dataDir, { recursive: true });
      await cp(join(killed.dataDir, 'backups'), join(storage.dataDir, 'backups'), {
        recursive: true,
      });
      const { browser } = await start(storage.dataDir);
      expect(await clientNames(browser)).toEqual([]);
    });
  });

  it('refuses a second process on the same data, and lets programs work beside the first', async () => {
    const first = await start(storage.dataDir);
    const said = await refused(storage.dataDir);
    expect(said).toContain(`process ${first.started.pid}, ${first.origin}.`);
    expect(said).toContain(`is already running on ${storage.dataDir}`);

    const beside = [
      run('scripts/backup.ts', storage.dataDir),
      run('scripts/export.ts', storage.dataDir, '--to', join(storage.dataDir, 'out')),
    ];
    for (const one of beside) expect(await one.ended, one.output()).toBe(0);

    first.started.signal('SIGKILL');
    await first.started.ended;
    // What the killed one noted of itself is in nobody's way.
    const note = await readFile(`${file}-served-by`, 'utf8');
    expect(note).toContain(String(first.started.pid));
    await stop(await start(storage.dataDir));
  });

  it('says at /readyz when the file is damaged or taken away while it runs', async () => {
    const first = await start(storage.dataDir);
    await addClients(first.browser, 'Ada');
    await stop(first);
    const { browser } = await start(storage.dataDir);
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
