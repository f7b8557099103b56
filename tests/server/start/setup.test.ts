import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStorage, describeOnBothEngines, type Storage } from '../../harness/engine.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { type RunningProcess, startProcess } from '../../harness/process.ts';

const shop = {
  name: 'Harbor Watch Repair',
  address: '12 Harbor Street, Portland, ME 04101',
  phone: '(212) 555-0100',
  email: 'hello@harbor.example',
  social: '@harbor',
};
const technicians = ['Ana', 'Ben', 'Chloé', 'David', 'Ella', 'Finn'].map((name) => ({
  name,
  email: 't@harbor.example',
  specialties: ['Rolex'],
}));
const password = 'loupe and tweezers';

let storage: Storage;
let running: RunningProcess[];
beforeEach(() => {
  running = [];
});
afterEach(async () => {
  for (const one of running) {
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
function setUp(words: string[], input = '', more: Record<string, string> = {}) {
  const setup = startProcess('scripts/setup.ts', environment(more), storage.dataDir, input, words);
  running.push(setup);
  return setup;
}
const shopFiles = async () =>
  (await readdir(storage.dataDir)).filter((name) => name.includes('shop.config')).sort();

describeOnBothEngines('the setup', (engine) => {
  beforeEach(async () => {
    storage = await createStorage(engine);
  });

  it('is followed by a start under the shop’s name, technicians and password', async () => {
    const answers = join(storage.dataDir, 'answers.json');
    await writeFile(answers, JSON.stringify({ shop, technicians, password }));
    const setup = setUp(['--answers', answers]);
    expect(await setup.ended).toBe(0);
    expect(setup.output()).toContain('The password is set. Everybody has been logged out.');
    expect(setup.output()).not.toContain(password);

    const started = startProcess('server/main.ts', environment(), storage.dataDir);
    running.push(started);
    const [, origin = ''] = await started.until(/Open {6}(http:\S+)/);
    await started.until(/Data {6}\S+/);
    expect(started.output()).toContain('Password  the one set earlier');
    expect(started.output()).not.toContain('neutral defaults');
    const browser = new HttpClient(origin);
    expect((await browser.logIn(password)).status).toBe(204);
    const shown = await browser.call('getShop');
    expect(shown).toMatchObject({ isConfigured: true, shop });
    const { items } = await browser.call('listTechnicians');
    expect(items.map(({ id, name }) => [id, name])).toEqual([
      ['ana', 'Ana'],
      ['ben', 'Ben'],
      ['chloe', 'Chloé'],
      ['david', 'David'],
      ['ella', 'Ella'],
      ['finn', 'Finn'],
    ]);
  });
});

describe('the setup without a terminal', () => {
  beforeEach(async () => {
    storage = await createStorage('sqlite');
  });

  it.each([
    ['nothing', ''],
    ['half of the answers', 'Harbor Watch Repair\n12 Harbor Street\n'],
  ])('does not wait for more where %s is piped in, and says what to do', async (_what, input) => {
    const setup = setUp([], input);
    expect(await setup.ended).toBe(1);
    expect(setup.output()).toContain('The questions need a terminal, and this is none.');
    expect(setup.output()).toContain('--answers FILE');
    expect(await readdir(storage.dataDir)).toEqual([]);
  });

  it('takes the answers from a pipe, keeps the ids and the old file', async () => {
    const withIds = technicians.map((one, place) => (place === 0 ? { id: 'a-1', ...one } : one));
    const first = setUp(['--answers', '-'], JSON.stringify({ shop, technicians: withIds }));
    expect(await first.ended).toBe(0);
    expect(await shopFiles()).toEqual(['shop.config.json']);
    const moved = { shop: { ...shop, name: 'Moved' }, technicians: technicians.toReversed() };
    const second = setUp(['--answers', '-'], JSON.stringify(moved));
    expect(await second.ended).toBe(0);
    const [file = '', backup = ''] = await shopFiles();
    expect(backup).toMatch(/^shop\.config\.json\.bak-\d{4}-/);
    expect(second.output()).toContain(`The old file is kept as ${join(storage.dataDir, backup)}`);
    const read = async (name: string) =>
      JSON.parse(await readFile(join(storage.dataDir, name), 'utf8'));
    expect((await read(backup)).shop.name).toBe(shop.name);
    const now = await read(file);
    expect(now.shop.name).toBe('Moved');
    expect(now.technicians.map(({ id }: { id: string }) => id)).toEqual([
      'finn',
      'ella',
      'david',
      'chloe',
      'ben',
      'a-1',
    ]);
  });

  it.each([
    ['no JSON', '{', 'cannot be read as JSON'],
    ['a technician too few', { shop, technicians: technicians.slice(1) }, 'must be exactly 6'],
    ['a short password', { shop, technicians, password: 'short' }, '8 to 200 characters'],
  ])('changes nothing for answers with %s', async (_what, answers, said) => {
    const text = typeof answers === 'string' ? answers : JSON.stringify(answers);
    const setup = setUp(['--answers', '-'], text);
    expect(await setup.ended).toBe(1);
    expect(setup.output()).toContain('The answers cannot be used:\n  - ');
    expect(setup.output()).toContain(said);
    expect(setup.output()).toContain('Nothing was changed.');
    expect(await readdir(storage.dataDir)).toEqual([]);
  });

  it('says that SHOP_PASSWORD decides, and names a missing file and an unknown word', async () => {
    const text = JSON.stringify({ shop, technicians, password });
    const configured = setUp(['--answers', '-'], text, { SHOP_PASSWORD: 'configured one' });
    expect(await configured.ended).toBe(1);
    expect(configured.output()).toContain('SHOP_PASSWORD is set and decides the password.');
    const missing = setUp(['--answers', 'none.json']);
    expect(await missing.ended).toBe(1);
    expect(missing.output()).toMatch(/The answers cannot be read: ENOENT.*none\.json/);
    const unknown = setUp(['--anwsers', 'x']);
    expect(await unknown.ended).toBe(1);
    expect(unknown.output()).toContain("Unknown option '--anwsers'");
    expect(await readdir(storage.dataDir)).toEqual([]);
  });
});
