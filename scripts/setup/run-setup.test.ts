import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultShopConfig } from '../../domain/shop-config.ts';
import { dataFiles, readConfig } from '../../server/config.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { isPassword, storedPasswordHash } from '../../server/shop/sessions/password.ts';
import { setUpByAsking } from './run-setup.ts';
import { openTerminal } from './terminal.ts';

/** The questions as a person sees and answers them, key by key, on streams instead of a screen. */

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-repair-setup-'));
  file = join(folder, 'shop.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const enter = '\r';
const emptyLine = '\x15';
const controlC = '\x03';
const controlD = '\x04';

function startSetup(more: Record<string, string> = {}, now = () => new Date()) {
  const input = new PassThrough();
  const output = new PassThrough();
  const environment = { SHOP_CONFIG: file, DATA_DIR: join(folder, 'data'), ...more };
  let shown = '';
  let unread = '';
  let look = () => undefined as undefined;
  const see = (text: string) => {
    shown += text;
    unread += text;
    look();
  };
  output.on('data', (chunk: Buffer) => see(stripVTControlCharacters(chunk.toString('utf8'))));
  const exitCode = setUpByAsking({ environment, say: (text) => see(`${text}\n`), now }, () =>
    openTerminal(input, output),
  );
  const until = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => reject(new Error(`Never shown: ${text}\n${shown}`));
      look = () => {
        const at = unread.indexOf(text);
        if (at === -1) return;
        unread = unread.slice(at + text.length);
        look = () => undefined;
        resolve();
      };
      void exitCode.then(giveUp, giveUp);
      look();
    });
  return {
    exitCode,
    shown: () => shown,
    input,
    environment,
    async answer(...steps: [question: string, keys: string][]) {
      for (const [question, keys] of steps) {
        await until(question);
        // The line is ready for keys a moment after its question is shown.
        await new Promise(setImmediate);
        input.write(keys);
      }
    },
  };
}

type Steps = [string, string][];

const shopAnswers = (name: string): Steps => [
  ['Name: ', `${name}${enter}`],
  ['Address, on one line: ', `12 Harbor Street${enter}`],
  ['Phone: ', `(212) 555-0100${enter}`],
  ['E-mail: ', `hello@harbor.example${enter}`],
  ['Social handle: ', `@harbor${enter}`],
];

const people = ['Ana', 'Ben', 'Chloé', 'David', 'Ella', 'Finn'];
const technicianAnswers: Steps = people.flatMap(
  (name): Steps => [
    ['Name: ', `${name}${enter}`],
    ['E-mail: ', `t@harbor.example${enter}`],
    ['Specialties, with commas between: ', enter],
  ],
);

const keepShop: Steps = ['Name: ', 'Address', 'Phone: ', 'E-mail: ', 'Social'].map((question) => [
  question,
  enter,
]);
const keepTechnician: Steps = [
  ['Name: ', enter],
  ['E-mail: ', enter],
  ['Specialties', enter],
];
const keepTechnicians = (count: number) => Array(count).fill(keepTechnician).flat() as Steps;

const written = () => readConfig({ SHOP_CONFIG: file }).shop;
const writeFile = (content: unknown) =>
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));

describe('the first time', () => {
  it('asks for everything, refuses at once what the start would refuse, and writes it', async () => {
    const setup = startSetup();
    const [name, address, , ...rest] = shopAnswers('Harbor Watch Repair');
    await setup.answer(
      ...([name, address] as Steps),
      ['Phone: ', `call us${enter}`],
      ['    phone must be a phone number', ''],
      ['Phone: call us', `${emptyLine}(212) 555-0100${enter}`],
      ...rest,
      ...technicianAnswers,
      ['New password: ', `short${enter}`],
      ['The password must have 8 to 200 characters.', ''],
      ['New password: ', `loupe and tweezers${enter}`],
      ['Once more: ', `loupe and pliers${enter}`],
      ['The two are not the same.', ''],
      ['New password: ', `loupe and tweezers${enter}`],
      ['Once more: ', `loupe and tweezers${enter}`],
      ['Chloé (chloe) · t@harbor.example · TAG Heuer, Breitling, Luxury', ''],
      ['Write this? (yes/no) ', `perhaps${enter}`],
      ['Please answer yes or no.', `yes${enter}`],
    );
    expect(await setup.exitCode).toBe(0);
    expect(setup.shown()).toContain(`Written: ${file}\nThe password is set.`);
    expect(setup.shown()).toContain('Next: "npm start".');
    expect(setup.shown()).not.toMatch(/loupe|short|pliers/);
    expect(setup.shown()).toContain('New password: •••••\n');
    expect(written()).toEqual({
      shop: {
        name: 'Harbor Watch Repair',
        address: '12 Harbor Street',
        phone: '(212) 555-0100',
        email: 'hello@harbor.example',
        social: '@harbor',
      },
      technicians: people.map((person, index) => ({
        id: person === 'Chloé' ? 'chloe' : person.toLowerCase(),
        name: person,
        email: 't@harbor.example',
        specialties: defaultShopConfig.technicians[index]?.specialties,
      })),
      texting: defaultShopConfig.texting,
      backups: defaultShopConfig.backups,
    });
    const database = await openSqlite(dataFiles.database(join(folder, 'data')));
    const hash = await storedPasswordHash(database.read);
    await database.close();
    expect(await isPassword('loupe and tweezers', hash ?? '')).toBe(true);
  });
});

describe('stopped', () => {
  const password = `loupe and tweezers${enter}`;
  const toPassword: Steps = [...keepShop, ...keepTechnicians(6)];
  const toTheEnd: Steps = [...toPassword, ['New password: ', password], ['Once more: ', password]];
  const stopped = 'Stopped. Nothing was changed.';
  const ended = 'The input ended before everything was answered.';

  it.each<[string, Steps, number, string]>([
    ['Ctrl-C at the first question', [['Name: ', controlC]], 130, stopped],
    [
      'Ctrl-C in the password',
      [...toPassword, ['New password: ', `loupe${controlC}`]],
      130,
      stopped,
    ],
    ['Ctrl-C at the last question', [...toTheEnd, ['Write this?', controlC]], 130, stopped],
    ['a no at the last question', [...toTheEnd, ['Write this?', `no${enter}`]], 0, 'Nothing was'],
    ['Ctrl-D', [['Name: ', `${emptyLine}${controlD}`]], 1, ended],
    ['the end of its input', [...keepShop, ['Name: ', '']], 1, ended],
  ])('by %s it leaves everything as it was', async (what, steps, code, said) => {
    writeFile(defaultShopConfig);
    const setup = startSetup();
    await setup.answer(...steps);
    if (what === 'the end of its input') setup.input.end();
    expect(await setup.exitCode).toBe(code);
    expect(setup.shown()).toContain(said);
    expect(setup.shown()).toMatch(/Nothing was changed\.\n$/);
    expect(readdirSync(folder)).toEqual(['shop.json']);
    expect(written()).toEqual(defaultShopConfig);
  });
});

describe('again', () => {
  it('keeps everything by Enter alone, and leaves a file that says it all already', async () => {
    const technicians = defaultShopConfig.technicians.map((one, index) =>
      index === 0 ? { ...one, specialties: ['Rolex, new and old', 'Omega'] } : one,
    );
    writeFile({ ...defaultShopConfig, technicians });
    const before = readFileSync(file, 'utf8');
    const setup = startSetup({ SHOP_PASSWORD: 'set elsewhere' });
    await setup.answer(
      ...keepShop,
      ...keepTechnicians(6),
      ['SHOP_PASSWORD sets it.', ''],
      ['Password: the one in SHOP_PASSWORD', ''],
      ['Write this?', `y${enter}`],
    );
    expect(await setup.exitCode).toBe(0);
    expect(setup.shown()).not.toContain('New password');
    expect(setup.shown()).toContain('already says this, so it was not changed.');
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['shop.json']);
  });

  it('gives a new technician an id of their own; a renamed one keeps theirs', async () => {
    writeFile(defaultShopConfig);
    const setup = startSetup({ DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' });
    await setup.answer(
      ['Name: Watch Repair Shop', `${emptyLine}Harbor${enter}`],
      ...keepShop.slice(1),
      ['Name: Technician 1', `${emptyLine}Ana Lopez${enter}`],
      ['Is Ana Lopez the new name of Technician 1', `yes${enter}`],
      ...keepTechnician.slice(1),
      ['Name: Technician 2', `${emptyLine}Zoë${enter}`],
      ['Is Zoë the new name of Technician 2', `no${enter}`],
      ['E-mail: ', enter],
      ['Specialties', `${emptyLine} , ,${enter}`],
      ['specialties must name at least one', ''],
      ['Specialties', `${emptyLine}Seiko,  Grand Seiko ,${enter}`],
      ...keepTechnicians(4),
      ['New password: ', enter],
      ['Password: left as it is', ''],
      ['Write this?', `y${enter}`],
    );
    expect(await setup.exitCode).toBe(0);
    expect(written().shop.name).toBe('Harbor');
    expect(written().technicians.slice(0, 3)).toMatchObject([
      { id: 'technician-1', name: 'Ana Lopez' },
      { id: 'zoe', name: 'Zoë', specialties: ['Seiko', 'Grand Seiko'] },
      { id: 'technician-3', name: 'Technician 3' },
    ]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('says what is wrong with the file, asks for that alone anew and keeps the old file', async () => {
    const technicians = defaultShopConfig.technicians.map((one, index) =>
      index === 5 ? { ...one, email: 'nobody' } : one,
    );
    const broken = JSON.stringify({ ...defaultShopConfig, technicians, theme: 'dark' });
    writeFile(broken);
    const setup = startSetup({}, () => new Date('2026-03-01T09:30:00Z'));
    await setup.answer(
      ['  - technicians[5].email: email must be an email address', ''],
      ['  - Unrecognized key: "theme"', ''],
      ...keepShop,
      ...keepTechnicians(5),
      ['Name: Technician 6', enter],
      ['E-mail: ', enter],
      ['email must not be empty', `finn@harbor.example${enter}`],
      ['Specialties', enter],
      ['New password: ', enter],
      ['Write this?', `y${enter}`],
    );
    expect(await setup.exitCode).toBe(0);
    const backup = `${file}.bak-2026-03-01T09-30-00-000Z`;
    expect(setup.shown()).toContain(`The old file is kept as ${backup}\n`);
    expect(readFileSync(backup, 'utf8')).toBe(broken);
    expect(written().technicians[5]).toEqual({
      ...defaultShopConfig.technicians[5],
      email: 'finn@harbor.example',
    });
  });
});

describe('what cannot be written', () => {
  it('is said before anything is asked where the folder is missing', async () => {
    file = join(folder, 'none', 'shop.json');
    const setup = startSetup();
    expect(await setup.exitCode).toBe(1);
    expect(setup.shown()).toMatch(
      /none\/shop\.json cannot be written: ENOENT.*\nNothing was changed/,
    );
  });

  it('is the password where the database cannot be reached: the settings are kept', async () => {
    writeFile(defaultShopConfig);
    const setup = startSetup({ DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' });
    const password = `loupe and tweezers${enter}`;
    await setup.answer(
      ['Name: ', `${emptyLine}Harbor${enter}`],
      ...keepShop.slice(1),
      ...keepTechnicians(6),
      ['New password: ', password],
      ['Once more: ', password],
      ['Write this?', `y${enter}`],
    );
    expect(await setup.exitCode).toBe(1);
    expect(setup.shown()).toContain('The password could not be set: ');
    expect(setup.shown()).toContain('"npm run set-password" sets the password.');
    expect(setup.shown()).not.toContain('secret');
    expect(written().shop.name).toBe('Harbor');
  });
});
