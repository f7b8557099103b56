import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStorage, describeOnBothInLongRun, type Storage } from '../../harness/engine.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { programs, serverProgram } from '../../harness/process.ts';
import { isLongRun } from '../../harness/seeded-chance.ts';

describe('the start with wrong settings', () => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await createStorage('sqlite');
  });
  afterEach(() => storage.remove());
  const { outcome } = programs();
  const refusal = async (settings: Record<string, string>) => {
    const { code, said } = await outcome(serverProgram, storage, { settings });
    expect(code).toBe(1);
    expect(said).not.toContain('secret');
    expect(said).not.toMatch(/\n\s+at /);
    return said;
  };

  it('is refused with everything that is wrong, and no secret is repeated', async () => {
    const shopConfig = join(storage.dataDir, 'shop.json');
    await writeFile(shopConfig, '{"shop":{"name":""},"technicians":[]}');
    const said = await refusal({
      PORT: 'http',
      PUBLIC_URL: 'shop.example.com',
      SHOP_PASSWORD: 'secret7',
      DATABASE_URL: 'mysql://user:secret@db',
      TRUST_PROXY: 'yes',
      SHOP_CONFIG: shopConfig,
    });
    expect(said).toMatch(/^The settings cannot be used:\n {2}- /);
    for (const name of ['PORT', 'PUBLIC_URL', 'SHOP_PASSWORD', 'DATABASE_URL', 'TRUST_PROXY']) {
      expect(said).toContain(`  - ${name}: `);
    }
    expect(said).toContain(`  - ${shopConfig}: shop.name: Name is required\n`);
    expect(said).toContain(`  - ${shopConfig}: technicians: There must be exactly 6 technicians\n`);
  });

  it.each([
    ['nobody answers', 'postgres://shop:secret@127.0.0.1:1/shop'],
    ['nobody answers at either address of the name', 'postgres://shop:secret@localhost:1/shop'],
    ['there is no such machine', 'postgres://shop:secret@no-such-machine.invalid/shop'],
  ])('says that the database cannot be reached where %s', async (_what, databaseUrl) => {
    const said = await refusal({ DATABASE_URL: databaseUrl });
    expect(said).toMatch(/^The product could not start: .*\w.*\n$/);
  });

  it('says so if the data cannot be kept', async () => {
    const file = join(storage.dataDir, 'a-file');
    await writeFile(file, '');
    expect(await refusal({ DATA_DIR: file })).toMatch(/^The product could not start: .*\w.*\n$/);
  });

  it('says that the port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    expect(await refusal({ PORT: String(port) })).toContain(`Port ${port} is taken`);
    taken.close();
  });
});

describeOnBothInLongRun('the start', (engine) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await createStorage(engine);
  });
  afterEach(() => storage.remove());
  const { serve, outcome } = programs();
  const start = (settings: Record<string, string> = {}) => serve(storage, { settings });

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

  it('takes a new password from the script, which ends every session', async () => {
    const { browser, started } = await start();
    const [, password = ''] = await started.until(/Password {2}(\S+) {2}\(shown only/);
    await browser.logIn(password);
    const set = (input: string, settings: Record<string, string> = {}) =>
      outcome('scripts/set-password.ts', storage, { input, settings });
    expect(await set('short\n')).toMatchObject({
      code: 1,
      said: expect.stringContaining('The password must have 8 to 200 characters.'),
    });
    expect(await set('')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/No password was entered. Nothing was changed.\n$/),
    });
    expect(await set('a new password\n', { SHOP_PASSWORD: 'configured one' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('SHOP_PASSWORD sets the password.'),
    });
    expect((await browser.attempt('getSession')).status).toBe(200);

    const { code, said } = await set('a new password\n');
    expect(code).toBe(0);
    expect(said).not.toContain('a new password');
    expect((await browser.logIn('a new password')).status).toBe(204);
    expect((await new HttpClient(browser.origin).logIn(password)).status).toBe(401);
    const rows = await storage.openRows();
    expect(await rows.run('select token_hash from sessions')).toHaveLength(1);
    await rows.close();
  });
});

(isLongRun ? describe : () => undefined)('a release', () => {
  let storage: Storage;
  let release: string;
  beforeEach(async () => {
    storage = await createStorage('sqlite');
    release = join(storage.dataDir, 'release');
    const root = join(import.meta.dirname, '..', '..', '..');
    await mkdir(release);
    for (const part of ['server', 'domain', 'scripts']) {
      await cp(join(root, part), join(release, part), { recursive: true });
    }
    await symlink(join(root, 'node_modules'), join(release, 'node_modules'));
    // As scripts/release.ts writes it: nothing for npm to run.
    await writeFile(join(release, 'package.json'), '{"version":"1.2.3","type":"module"}');
  });
  afterEach(() => storage.remove());
  const { run, outcome } = programs();
  const program = (name: string) => join(release, name);

  it('names its own commands, in all that it says', async () => {
    const started = run(program('server/main.ts'), storage);
    await started.until(/Data {6}\S+/);
    started.signal('SIGTERM');
    await started.ended;
    const state = join(storage.dataDir, 'shop.state.json');
    const known = JSON.parse(await readFile(state, 'utf8')) as object;
    await writeFile(state, JSON.stringify({ ...known, revision: 999 }));
    const lost = await outcome(program('server/main.ts'), storage);
    const notBackedUp = await outcome(program('scripts/backup.ts'), storage);
    const usages = [
      await outcome(program('scripts/backup.ts'), storage, { words: ['--help'] }),
      await outcome(program('scripts/restore.ts'), storage, { words: ['--help'] }),
      await outcome(program('scripts/export.ts'), storage),
    ];
    const all = [started.output(), lost.said, notBackedUp.said, ...usages.map(({ said }) => said)];
    expect(all.join('').match(/.*\bnpm\b.*/g)).toBeNull();
    expect(all[0]).toContain('"./start set-password" sets another)');
    for (const said of all.slice(1, 3)) {
      expect(said).toContain('To restore it: ./start restore FILE --replace');
      expect(said).toContain('./start --accept-loss (once)');
    }
    expect(all.slice(3).map((said) => said.match(/\.\/start.*/g))).toEqual([
      ['./start backup', './start backup --to FOLDER', './start restore FILE".'],
      ['./start restore FILE', './start restore FILE --replace'],
      ['./start export --to FOLDER [--format csv|json]'],
    ]);
  });
});
