import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStorage, describeOnBothEngines, type Storage } from '../../harness/engine.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { type RunningProcess, startProcess } from '../../harness/process.ts';

const main = 'server/main.ts';

describe('the start with wrong settings', () => {
  it('is refused with everything that is wrong, and no secret is repeated', async () => {
    const storage = await createStorage('sqlite');
    const shopConfig = join(storage.dataDir, 'shop.json');
    await writeFile(shopConfig, '{"shop":{"name":""},"technicians":[]}');
    const started = startProcess(
      main,
      {
        PORT: 'http',
        PUBLIC_URL: 'shop.example.com',
        SHOP_PASSWORD: 'secret7',
        DATABASE_URL: 'mysql://user:secret@db',
        TRUST_PROXY: 'yes',
        SHOP_CONFIG: shopConfig,
      },
      storage.dataDir,
    );
    expect(await started.ended).toBe(1);
    const said = started.output();
    expect(said).toMatch(/^The settings cannot be used:\n {2}- /);
    for (const name of ['PORT', 'PUBLIC_URL', 'SHOP_PASSWORD', 'DATABASE_URL', 'TRUST_PROXY']) {
      expect(said).toContain(`  - ${name}: `);
    }
    expect(said).toContain(`  - ${shopConfig}: shop.name: name must not be empty\n`);
    expect(said).toContain(`  - ${shopConfig}: technicians: technicians must be exactly 6\n`);
    expect(said).not.toContain('secret');
    expect(said).not.toMatch(/\n\s+at /);
    await storage.remove();
  });

  it.each([
    ['nobody answers', 'postgres://shop:secret@127.0.0.1:1/shop'],
    ['nobody answers under either address of the name', 'postgres://shop:secret@localhost:1/shop'],
    ['there is no such machine', 'postgres://shop:secret@no-such-machine.invalid/shop'],
  ])('says that the database cannot be reached where %s', async (_what, databaseUrl) => {
    const storage = await createStorage('sqlite');
    const started = startProcess(main, { DATABASE_URL: databaseUrl, PORT: '0' }, storage.dataDir);
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/^The product could not start: .*\w.*\n$/);
    expect(started.output()).not.toContain('secret');
    await storage.remove();
  });

  it('says so where the data cannot be kept', async () => {
    const storage = await createStorage('sqlite');
    const file = join(storage.dataDir, 'a-file');
    await writeFile(file, '');
    const started = startProcess(main, { DATA_DIR: file, PORT: '0' }, storage.dataDir);
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/^The product could not start: .*\w.*\n$/);
    await storage.remove();
  });

  it('says that the port is taken', async () => {
    const storage = await createStorage('sqlite');
    const taken = createServer();
    const port = await new Promise<number>((resolve) =>
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)),
    );
    const started = startProcess(main, { PORT: String(port) }, storage.dataDir);
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain(`Port ${port} is taken`);
    taken.close();
    await storage.remove();
  });
});

describeOnBothEngines('the start', (engine) => {
  let storage: Storage;
  const running: RunningProcess[] = [];
  beforeEach(async () => {
    storage = await createStorage(engine);
  });
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.signal('SIGKILL');
      await one.ended;
    }
    await storage.remove();
  });

  const environment = (more: Record<string, string> = {}) => ({
    PORT: '0',
    DATA_DIR: storage.dataDir,
    ...(storage.databaseUrl === null ? {} : { DATABASE_URL: storage.databaseUrl }),
    ...more,
  });
  const start = async (more: Record<string, string> = {}) => {
    const started = startProcess(main, environment(more), storage.dataDir);
    running.push(started);
    const [, origin = ''] = await started.until(/Open {6}(http:\S+)/);
    await started.until(/Data {6}\S+/);
    return { started, browser: new HttpClient(origin) };
  };

  it('makes a password at first, shows it once, and keeps it', async () => {
    const first = await start();
    const [, password = ''] =
      (await first.started.until(/Password {2}(\S+) {2}\(shown only/)) ?? [];
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect((await first.browser.logIn(password)).status).toBe(204);
    first.started.signal('SIGTERM');
    expect(await first.started.ended).toBe(0);

    const second = await start();
    expect(second.started.output()).toContain('Password  the one set earlier');
    expect(second.started.output()).not.toContain(password);
    expect((await second.browser.logIn(password)).status).toBe(204);
  });

  it('takes the configured password, and a changed one ends every session', async () => {
    const first = await start({ SHOP_PASSWORD: 'the first password' });
    expect((await first.browser.logIn('the first password')).status).toBe(204);
    expect((await first.browser.attempt('getSession')).status).toBe(200);
    first.started.signal('SIGINT');
    expect(await first.started.ended).toBe(0);

    const second = await start({ SHOP_PASSWORD: 'the second password' });
    const same = new HttpClient(second.browser.origin, first.browser.cookie);
    expect((await same.attempt('getSession')).status).toBe(401);
    expect((await second.browser.logIn('the first password')).status).toBe(401);
    expect((await second.browser.logIn('the second password')).status).toBe(204);
  });

  it('keeps everything that was answered for, whatever happens to the process', async () => {
    const password = 'a good long password';
    const first = await start({ SHOP_PASSWORD: password });
    await first.browser.logIn(password);
    const { client } = await first.browser.call('createClient', {
      body: { name: 'Ada', email: 'ada@example.com' },
    });
    first.started.signal('SIGKILL');
    await first.started.ended;
    const second = await start({ SHOP_PASSWORD: password });
    await second.browser.logIn(password);
    expect((await second.browser.call('listClients')).items).toEqual([client]);
  });

  it('is told a new password by the script, which ends every session', async () => {
    const { browser, started } = await start();
    const [, password = ''] = await started.until(/Password {2}(\S+) {2}\(shown only/);
    await browser.logIn(password);
    const setting = (input: string, more: Record<string, string> = {}) =>
      startProcess('scripts/set-password.ts', environment(more), storage.dataDir, input);

    const tooShort = setting('short\n');
    expect(await tooShort.ended).toBe(1);
    expect(tooShort.output()).toContain('The password must have 8 to 200 characters.');
    const configured = setting('a new password\n', { SHOP_PASSWORD: 'configured one' });
    expect(await configured.ended).toBe(1);
    expect(configured.output()).toContain('SHOP_PASSWORD is set and decides the password.');
    expect((await browser.attempt('getSession')).status).toBe(200);

    const set = setting('a new password\n');
    expect(await set.ended).toBe(0);
    expect(set.output()).not.toContain('a new password');
    expect((await browser.logIn('a new password')).status).toBe(204);
    expect((await new HttpClient(browser.origin).logIn(password)).status).toBe(401);
    const rows = await storage.openRows();
    expect(await rows.run('select token_hash from sessions')).toHaveLength(1);
    await rows.close();
  });
});
