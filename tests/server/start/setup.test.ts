import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStorage, describeOnBothEngines, type Storage } from '../../harness/engine.ts';
import { programs } from '../../harness/process.ts';

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

describeOnBothEngines('the setup', (engine) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await createStorage(engine);
  });
  afterEach(() => storage.remove());
  const { outcome, serve } = programs();

  it('is followed by a start under the shop’s name, technicians and password', async () => {
    const answers = join(storage.dataDir, 'answers.json');
    await writeFile(answers, JSON.stringify({ shop, technicians, password }));
    const words = ['--answers', answers];
    const { code, said } = await outcome('scripts/setup.ts', storage, { words });
    expect(code).toBe(0);
    expect(said).toContain('The password is set. Everybody has been logged out.');
    expect(said).not.toContain(password);

    const { started, browser } = await serve(storage);
    expect(started.output()).toContain('Password  the one set earlier');
    expect(started.output()).not.toContain('neutral defaults');
    expect((await browser.logIn(password)).status).toBe(204);
    const shown = await browser.call('getShop');
    expect(shown).toMatchObject({ isConfigured: true, shop });
    const { items } = await browser.call('listTechnicians');
    expect(items.map(({ name }) => name)).toEqual(technicians.map(({ name }) => name));
    expect(items.map(({ id }) => id)).toEqual(['ana', 'ben', 'chloe', 'david', 'ella', 'finn']);
  });
});

// What else is wrong with answers is tried in scripts/setup/shop-draft.test.ts.
describe('the setup without a terminal', () => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await createStorage('sqlite');
  });
  afterEach(() => storage.remove());
  const { outcome } = programs();
  const piped = ['--answers', '-'];
  const answers = (password: string) => JSON.stringify({ shop, technicians, password });

  it.each<[string, string[], string, string, RegExp]>([
    ['half of the answers', [], 'Harbor\n', '', /The questions need a terminal.*--answers FILE/s],
    [
      'answers that cannot be used',
      piped,
      answers('short'),
      '',
      /The answers cannot be used:\n {2}- password: .*Nothing was changed\./s,
    ],
    [
      'a password that is configured',
      piped,
      answers(password),
      'configured one',
      /SHOP_PASSWORD sets the password\./,
    ],
    ['no file', ['--answers', 'none.json'], '', '', /The answers cannot be read: ENOENT.*none/],
    ['an unknown word', ['--anwsers', 'x'], '', '', /Unknown option '--anwsers'/],
  ])('given %s says so, and changes nothing', async (_what, words, input, configured, expected) => {
    const settings = { SHOP_PASSWORD: configured };
    const { code, said } = await outcome('scripts/setup.ts', storage, { words, input, settings });
    expect(code).toBe(1);
    expect(said).toMatch(expected);
    expect(await readdir(storage.dataDir)).toEqual([]);
  });
});
