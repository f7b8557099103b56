import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import { ConfigError, dataFiles, readConfig } from './config.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-repair-config-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;
function shopFile(content: unknown): string {
  files += 1;
  const file = join(folder, `shop-${files}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const { shop, technicians } = defaultShopSettings;
const plainFile = { shop, technicians };

describe('settings', () => {
  it('have defaults that need nothing outside', () => {
    expect(readConfig({ SHOP_CONFIG: shopFile(plainFile) })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir: resolve('data'),
      databaseUrl: null,
      photoBucket: null,
      shopPassword: null,
      trustProxy: false,
      metricsPort: null,
      drainSeconds: 0,
      logLevel: 'info',
      twilio: null,
      twilioApiBaseUrl: null,
      settingsKey: null,
      shop: defaultShopSettings,
      shopConfigFile: expect.stringContaining(folder),
      shopFileProblems: [],
    });
  });

  it('are read from the environment, an empty value as unset', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://shop.example.com/',
      DATA_DIR: '/var/lib/shop',
      DATABASE_URL: 'postgres://shop:secret@db.example/shop',
      SHOP_PASSWORD: 'correct horse',
      TRUST_PROXY: '1',
      METRICS_PORT: '9464',
      LOG_LEVEL: '',
      DRAIN_SECONDS: '12',
      SHOP_CONFIG: shopFile(plainFile),
      SOMETHING_ELSE: 'ignored',
    });
    expect(config).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://shop.example.com',
      dataDir: '/var/lib/shop',
      databaseUrl: 'postgres://shop:secret@db.example/shop',
      shopPassword: 'correct horse',
      trustProxy: 1,
      metricsPort: 9464,
      drainSeconds: 12,
      logLevel: 'info',
    });
    expect(dataFiles.database(config.dataDir)).toBe('/var/lib/shop/shop.db');
    expect(dataFiles.photos(config.dataDir)).toBe('/var/lib/shop/photos');
  });

  it.each([
    ['true', true],
    ['false', false],
    ['0', 0],
    ['2', 2],
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
    ['loopback, 192.168.1.0/24', 'loopback, 192.168.1.0/24'],
  ])('take TRUST_PROXY=%s', (given, expected) => {
    const environment = { TRUST_PROXY: given, SHOP_CONFIG: shopFile(plainFile) };
    expect(readConfig(environment).trustProxy).toEqual(expected);
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'shop.example.com'],
    ['PUBLIC_URL', 'ftp://shop.example.com'],
    ['PUBLIC_URL', 'https://shop.example.com/path'],
    ['PUBLIC_URL', 'https://user@shop.example.com'],
    ['PUBLIC_URL', 'https://shop.example.com/?a=1'],
    ['SHOP_PASSWORD', 'short'],
    ['SHOP_PASSWORD', 'x'.repeat(201)],
    ['DATABASE_URL', 'mysql://db/shop'],
    ['DATABASE_URL', 'postgres://[/shop'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', 'face'],
    ['TRUST_PROXY', '10.0.0.256'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,,10.0.0.2'],
    ['LOG_LEVEL', 'loud'],
    ['DRAIN_SECONDS', '301'],
    ['DRAIN_SECONDS', '1.5'],
    ['METRICS_PORT', '70000'],
    ['METRICS_PORT', '3000'],
    ['HOST', 'x'.repeat(256)],
  ])('refuse %s=%s by name, without repeating it', (name, value) => {
    const problems = problemsOf({ [name]: value, SHOP_CONFIG: shopFile(plainFile) });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: \\w`));
    if (/PASSWORD|DATABASE/.test(name)) expect(problems[0]).not.toContain(value);
  });

  describe('of real texts', () => {
    const accountSid = `AC${'1'.repeat(32)}`;
    const whole = {
      PUBLIC_URL: 'https://shop.example',
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: 'a-secret-token',
      TWILIO_FROM: '+12125550100',
    };
    const service = `MG${'2'.repeat(32)}`;
    /** The settings with some of them changed; undefined takes one away. */
    const changed = (changes: Record<string, string | undefined>) =>
      Object.fromEntries(
        Object.entries({ SHOP_CONFIG: shopFile(plainFile), ...whole, ...changes }).flatMap(
          ([name, value]) => (value === undefined ? [] : [[name, value]]),
        ),
      );

    it('are a number or a messaging service of an account', () => {
      const account = { accountSid, authToken: 'a-secret-token', apiBaseUrl: null };
      expect(readConfig(changed({})).twilio).toEqual({
        ...account,
        sender: { number: '+12125550100' },
      });
      const given = { TWILIO_FROM: undefined, TWILIO_MESSAGING_SERVICE_SID: service };
      expect(readConfig(changed(given)).twilio).toEqual({
        ...account,
        sender: { messagingServiceSid: service },
      });
    });

    it('may have a stand-in for the provider without an account, which is then set up in the browser', () => {
      const given = { TWILIO_API_BASE_URL: 'http://127.0.0.1:9', SHOP_CONFIG: shopFile(plainFile) };
      expect(readConfig(given)).toMatchObject({
        twilio: null,
        twilioApiBaseUrl: 'http://127.0.0.1:9',
      });
    });

    it('have a key of 64 digits for the account that is set up in the browser', () => {
      const SETTINGS_KEY = '0F'.repeat(32);
      expect(readConfig(changed({ SETTINGS_KEY })).settingsKey).toBe(SETTINGS_KEY);
      for (const wrong of ['0f', `${SETTINGS_KEY}0`, 'zz'.repeat(32)]) {
        const [problem, ...others] = problemsOf(changed({ SETTINGS_KEY: wrong }));
        expect(problem).toMatch(/^SETTINGS_KEY: must be 64 digits/);
        expect(others).toEqual([]);
      }
    });

    it.each([
      ['without the account', { TWILIO_ACCOUNT_SID: undefined }, ['TWILIO_ACCOUNT_SID']],
      ['without the token', { TWILIO_AUTH_TOKEN: undefined }, ['TWILIO_AUTH_TOKEN']],
      ['without a sender', { TWILIO_FROM: '' }, ['TWILIO_FROM']],
      ['with two senders', { TWILIO_MESSAGING_SERVICE_SID: service }, ['TWILIO_FROM']],
      ['without an address', { PUBLIC_URL: undefined }, ['PUBLIC_URL']],
      ['with an unencrypted address', { PUBLIC_URL: 'http://shop.example' }, ['PUBLIC_URL']],
      ['with a mistyped name', { TWILIO_FORM: '+12125550100' }, ['TWILIO_FORM']],
      ['with a region', { TWILIO_REGION: 'ie1' }, ['TWILIO_REGION']],
      ['with a wrong account', { TWILIO_ACCOUNT_SID: 'SK1' }, ['TWILIO_ACCOUNT_SID']],
      ['with a wrong number', { TWILIO_FROM: '(212) 555-0100' }, ['TWILIO_FROM']],
      [
        'with next to nothing',
        {
          ...Object.fromEntries(Object.keys(whole).map((name) => [name, ''])),
          TWILIO_FROM: '72345',
        },
        ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'PUBLIC_URL'],
      ],
    ])('%s are refused by name, and no secret is repeated', (_what, changes, names) => {
      const problems = problemsOf(changed(changes));
      expect(problems.map((problem) => problem.split(':', 1)[0])).toEqual(names);
      expect(problems.join()).not.toContain('secret');
    });

    it.each([
      [{ PUBLIC_URL: 'http://localhost:3000' }],
      [{ PUBLIC_URL: 'http://127.0.0.1:3000' }],
      [{ PUBLIC_URL: 'http://shop.test', TWILIO_API_BASE_URL: 'http://127.0.0.1:9' }],
    ])('may do without https where nothing is real: %j', (changes) => {
      expect(readConfig(changed(changes)).twilio).not.toBeNull();
    });
  });

  describe('of photos in a bucket', () => {
    const whole = {
      S3_ENDPOINT: 'https://s3.example.com/',
      S3_BUCKET: 'repair-photos',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'AKEXAMPLE',
      S3_SECRET_ACCESS_KEY: 'a+secret/key',
    };
    const changed = (changes: Record<string, string>) => ({
      SHOP_CONFIG: shopFile(plainFile),
      ...whole,
      ...changes,
    });

    it('are read together, with a prefix if one is given', () => {
      const bucket = {
        endpoint: 'https://s3.example.com',
        bucket: 'repair-photos',
        region: 'eu-central-1',
        accessKeyId: 'AKEXAMPLE',
        secretAccessKey: 'a+secret/key',
        prefix: '',
      };
      expect(readConfig(changed({})).photoBucket).toEqual(bucket);
      for (const prefix of ['shops/harbor', 'shops/harbor/']) {
        const given = { S3_PREFIX: prefix, S3_ENDPOINT: 'http://127.0.0.1:9000/storage/v1/s3/' };
        expect(readConfig(changed(given)).photoBucket).toEqual({
          ...bucket,
          endpoint: 'http://127.0.0.1:9000/storage/v1/s3',
          prefix: 'shops/harbor/',
        });
      }
    });

    const nothing = Object.fromEntries(Object.keys(whole).map((name) => [name, '']));
    const refused: [Record<string, string>, string[]][] = [
      [{ S3_ENDPOINT: 's3.example.com' }, ['S3_ENDPOINT']],
      [{ S3_ENDPOINT: 'https://key:secret@s3.example.com' }, ['S3_ENDPOINT']],
      [{ S3_ENDPOINT: 'https://s3.example.com/?secret' }, ['S3_ENDPOINT']],
      [{ S3_BUCKET: 'Repair Photos' }, ['S3_BUCKET']],
      [{ S3_BUCKET: 'photos/x' }, ['S3_BUCKET']],
      [{ S3_REGION: 'eu central' }, ['S3_REGION']],
      [{ S3_ACCESS_KEY_ID: 'with a space' }, ['S3_ACCESS_KEY_ID']],
      [{ S3_SECRET_ACCESS_KEY: 'a secret' }, ['S3_SECRET_ACCESS_KEY']],
      [{ S3_PREFIX: '../other' }, ['S3_PREFIX']],
      [{ S3_PREFIX: '/shop' }, ['S3_PREFIX']],
      [{ S3_PREFIX: 'shop//x' }, ['S3_PREFIX']],
      [{ S3_KEY: 'x' }, ['S3_KEY']],
      [{ S3_BUCKET: '' }, ['S3_BUCKET']],
      [{ ...nothing, S3_PREFIX: 'x' }, Object.keys(whole)],
    ];
    it.each(refused)('are refused by name, and no secret is repeated: %j', (changes, names) => {
      const problems = problemsOf(changed(changes));
      expect(problems.map((problem) => problem.split(':', 1)[0])).toEqual(names);
      expect(problems.join()).not.toContain('secret');
    });
  });
});

describe('the shop’s file', () => {
  it('is taken, even with a byte order mark in front', () => {
    const config = { shop: { ...shop, name: 'Harbor Watch Repair' }, technicians };
    const file = shopFile(`\uFEFF${JSON.stringify(config)}`);
    expect(readConfig({ SHOP_CONFIG: file })).toMatchObject({
      shop: { shop: { name: 'Harbor Watch Repair' } },
      shopConfigFile: file,
    });
  });

  it('may be missing: then neutral defaults are used', () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      for (const environment of [{}, { SHOP_CONFIG: join(folder, 'none.json') }]) {
        expect(readConfig(environment)).toMatchObject({
          shop: defaultShopSettings,
          shopConfigFile: null,
          shopFileProblems: [],
        });
      }
    } finally {
      process.chdir(before);
    }
  });

  // What it may hold is tested in domain/shop-file.test.ts.
  it.each([
    ['nothing', '', 'cannot be read as JSON'],
    ['half of an object', '{', 'cannot be read as JSON'],
    ['a comment', '// comment\n{}', 'cannot be read as JSON'],
    ['a missing phone', { shop: { ...shop, phone: undefined }, technicians }, 'shop.phone: Phone'],
    ['an unknown field', { shop, technicians, color: 'red' }, 'color'],
    ['no shop', { technicians }, 'shop: The shop is missing'],
    ['a list instead of an object', [], 'The file must hold one object'],
  ])('with %s is refused, with the path', (_what, content, expected) => {
    const { shopFileProblems } = readConfig({ SHOP_CONFIG: shopFile(content) });
    expect(shopFileProblems).toHaveLength(1);
    expect(shopFileProblems[0]).toMatch(/^.*shop-\d+\.json: /);
    expect(shopFileProblems[0]).toContain(expected);
    expect(problemsOf({ SHOP_CONFIG: shopFile(content), PORT: 'x' })).toHaveLength(2);
  });
});
