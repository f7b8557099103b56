import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OperationName, operations } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { defaultShopSettings } from '../../../domain/shop-settings.ts';
import { type RunningApp, startApp, testPassword } from '../../harness/app.ts';
import { createStorage, describeOnBothEngines } from '../../harness/engine.ts';
import { readEvents } from '../../harness/event-reader.ts';
import type { HttpClient, Reply } from '../../harness/http-client.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { hour } from '../../harness/settable-clock.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

const contentPolicy = [
  "default-src 'self'",
  "img-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

const securityHeaders = {
  'content-security-policy': contentPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
};

const page = '<!doctype html><title>Shop</title>';
const screens = {
  'index.html': page,
  '.vite/manifest.json': '{"secret":1}',
  'theme.js': 'plain',
  'theme.js.br': 'compressed',
  'service-worker.js': 'worker',
  'application.webmanifest': '{}',
  'assets/main-1a2b3c.js': 'export {};',
};

interface Got {
  status: number | undefined;
  type: string | undefined;
  encoding: string | undefined;
  body: string;
}

/** Asks as a plain program does: without the headers that a browser or fetch adds. */
function get(url: string, headers: Record<string, string> = {}) {
  return new Promise<Got>((resolve, reject) => {
    request(url, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray()).toString('latin1');
      const { 'content-type': type, 'content-encoding': encoding } = response.headers;
      resolve({ status: response.statusCode, type, encoding, body });
    })
      .on('error', reject)
      .end();
  });
}

describe('HTTP answers', () => {
  let shop: RunningApp;
  let photoUrl: string;
  beforeAll(async () => {
    const storage = await createStorage('sqlite');
    const webFolder = join(storage.dataDir, 'web');
    for (const folder of ['assets', '.vite']) {
      await mkdir(join(webFolder, folder), { recursive: true });
    }
    for (const [name, content] of Object.entries(screens)) {
      await writeFile(join(webFolder, name), content);
    }
    const config = { publicUrl: 'https://shop.example' };
    shop = await startApp('sqlite', { storage, webFolder, config });
    photoUrl = await putPhoto(shop, (await takeIn(shop)).ticketNumber);
    return () => shop.close();
  });

  const by = (method: string, path: string, init?: RequestInit) => () =>
    shop.staff.send(method, path, init);
  const strangers = (path: string) => () => shop.stranger().send('GET', path);
  const large = `"${'x'.repeat(300_000)}"`;
  const json = { 'content-type': 'application/json' };
  const kinds: [string, () => Promise<Reply>, number][] = [
    ['a list', by('GET', '/api/repairs'), 200],
    ['a refusal', by('GET', '/api/repairs/WH000000AAA'), 404],
    ['an unknown call', by('GET', '/api/nothing'), 404],
    ['the screens', by('GET', '/'), 200],
    ['a file of the screens', by('GET', '/assets/main-1a2b3c.js'), 200],
    ['a photo that does not exist', by('GET', '/photos/repair-photos/x.jpg'), 404],
    ['the health check', by('GET', '/healthz'), 200],
    ['readiness', strangers('/readyz'), 200],
    ['the description', by('GET', '/api/docs'), 200],
    ['the description for programs', by('GET', '/api/openapi.json'), 200],
    ['a login', () => shop.stranger().logIn(testPassword), 204],
    ['no session', strangers('/api/clients'), 401],
    [
      'another site',
      by('GET', '/api/clients', { headers: { origin: 'https://evil.example' } }),
      403,
    ],
    ['an unknown method', by('PATCH', '/api/overview'), 404],
    ['a body too large', by('POST', '/api/clients', { headers: json, body: large }), 413],
    ['another kind of content', by('POST', '/api/clients', { body: 'x' }), 415],
  ];

  it.each(kinds)('have security headers on %s', async (_what, ask, status) => {
    const { headers, status: given } = await ask();
    expect(given).toBe(status);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...securityHeaders,
      'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
    });
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) {
      expect(headers.get(name)).toBeNull();
    }
  });

  it.each<[string, () => string, number]>([
    ['a photo', () => photoUrl, 200],
    ['a smaller photo', () => `${photoUrl}?w=320`, 200],
    ['an address that is not text', () => '/api/repairs/%E0%A4%A', 404],
  ])('have security headers of their own on %s', async (_what, path, status) => {
    const { headers, status: given } = await shop.stranger().send('GET', path());
    expect(given).toBe(status);
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src '(self|none)'.*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|\*|data:/);
    const { 'strict-transport-security': hsts, 'referrer-policy': referrer } = securityHeaders;
    expect(headers.get('strict-transport-security')).toBe(hsts);
    expect(headers.get('referrer-policy')).toBe(referrer);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('have security headers on the stream of live events', async () => {
    const { headers, close } = await readEvents(shop.staff);
    expect(headers).toMatchObject({ ...securityHeaders, 'cache-control': 'no-store' });
    close();
  });

  it('the shop’s data is never cached', async () => {
    const others = ['session', 'sessions', 'shop', 'repairs/none'];
    for (const path of [...others, 'clients', 'repairs', 'messages', 'overview']) {
      for (const browser of [shop.staff, shop.stranger()]) {
        const { headers } = await browser.send('GET', `/api/${path}`);
        expect(headers.get('cache-control'), path).toBe('no-store');
      }
    }
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/repairs/a/b/c', '/api/session/x', '/webhooks/x'])(
    '%s is refused with a problem',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        expect((await shop.staff.send(method, path)).problem()).toEqual({
          type: '/api/docs#problem-not-found',
          title: 'Not found',
          status: 404,
          detail: 'There is nothing at this address.',
          code: 'not-found',
        });
      }
    },
  );

  it.each([
    ['a method that the address does not take', 'PUT', '/api/repairs'],
    ['a method that the address does not take', 'DELETE', '/api/overview'],
    ['a method that the address does not take', 'PATCH', '/api/session'],
    ['an address that is not text', 'GET', '/api/repairs/%E0%A4%A'],
    ['an address that is not text', 'GET', '/api/repairs/%'],
    ['an address that is not text', 'GET', '/photos/repair-photos/%ff%'],
    ['a file that is missing', 'GET', '/assets/main-old.js'],
  ])('%s is refused with a problem: %s %s', async (_what, method, path) => {
    const problem = (await shop.staff.send(method, path)).problem();
    expect(problem.status).toBeGreaterThanOrEqual(400);
    expect(problem.status).toBeLessThan(500);
  });

  it.each([
    ...['/', '/index.html', '/any/path', '/apis', '/a%20b', '/.vite/manifest.json'],
    '/?tab=repairs&ticket=WH123456ABC',
  ])('%s gets the screens, whose router knows what to show', async (path) => {
    for (const headers of [{}, { 'accept-encoding': 'br, gzip' }, { accept: 'text/html' }]) {
      expect(await get(`${shop.origin}${path}`, headers)).toMatchObject({
        status: 200,
        type: 'text/html; charset=utf-8',
        body: page,
      });
    }
  });

  it.each([
    ...['/assets', '/assets/', '/assets/../../package.json', '/../server/base/config.ts'],
    ...['/..%2f..%2fshop.db', '/%2e%2e/shop.db', '/assets/..%5c..%5cshop.db'],
  ])('nothing outside the screens is served: %s', async (path) => {
    const { status, body } = await get(`${shop.origin}${path}`);
    expect(status === 404 || body === page).toBe(true);
  });

  it.each([
    ['/assets/main-1a2b3c.js', 'application/javascript', 'public, max-age=31536000, immutable'],
    ['/theme.js', 'application/javascript', 'no-cache'],
    ['/service-worker.js', 'application/javascript', 'no-cache'],
    ['/application.webmanifest', 'application/manifest+json', 'no-cache'],
    ['/', 'text/html', 'no-cache'],
  ])(
    '%s is cached forever only if its name has a hash of its content',
    async (path, type, cache) => {
      const { headers } = await fetch(`${shop.origin}${path}`);
      expect(headers.get('content-type')).toContain(type);
      expect(headers.get('cache-control')).toBe(cache);
    },
  );

  it('a file is sent compressed only to those who can read that', async () => {
    const plain = await get(`${shop.origin}/theme.js`);
    expect(plain).toMatchObject({ status: 200, encoding: undefined, body: 'plain' });
    const compressed = await get(`${shop.origin}/theme.js`, { 'accept-encoding': 'br' });
    expect(compressed).toMatchObject({ status: 200, encoding: 'br', body: 'compressed' });
  });
});

it('browsers do not insist on https if it is not used, and there is no page without a build', async () => {
  const shop = await startApp('sqlite');
  const { headers } = await shop.staff.send('GET', '/api/shop');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect((await shop.stranger().send('GET', '/')).problem().code).toBe('not-found');
  await shop.close();
});

describeOnBothEngines('a poll that finds nothing new', (engine) => {
  let shop: RunningApp;
  let repair: Repair;
  beforeAll(async () => {
    shop = await startApp(engine);
    repair = await takeIn(shop);
    return () => shop.close();
  });

  const params = (name: OperationName) =>
    name === 'getClient' || name === 'listClientEvents'
      ? { id: repair.clientId }
      : { ticketNumber: repair.ticketNumber };
  const poll = (name: OperationName, tag: string, client: HttpClient = shop.staff) =>
    client.attempt(name, { params: params(name) }, { 'if-none-match': tag });
  const tagOf = async (name: OperationName = 'listRepairs', client: HttpClient = shop.staff) => {
    const { headers } = await client.attempt(name, { params: params(name) });
    return headers.get('etag') ?? '';
  };
  const lists = (Object.keys(operations) as OperationName[]).filter((name) => {
    const operation: { path: string; hasRevision?: true } = operations[name];
    return operation.hasRevision === true;
  });

  it.each(lists)('of %s is a 304 without a body while nothing has changed', async (name) => {
    const { headers } = await shop.staff.attempt(name, { params: params(name) });
    const tag = headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+-\d+"$/);
    const unchanged = await poll(name, tag);
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect(unchanged.headers.get('etag')).toBe(tag);
    expect(unchanged.headers.get('cache-control')).toBe('no-store');
  });

  it('is recognized by its tag, even weakened by a proxy or in a list, and by no other', async () => {
    const tag = await tagOf();
    for (const same of [`W/${tag}`, `"other-1", ${tag}`, `"other-1", W/${tag}`]) {
      expect((await poll('listRepairs', same)).status).toBe(304);
    }
    for (const other of ['', '"x"', tag.replace(/\d+"$/, '0"'), tag.slice(1, -1), '"']) {
      expect((await poll('listRepairs', other)).status).toBe(200);
    }
  });

  it.each(['getSession', 'getShop', 'listSessions', 'listDeleted', 'getBackups'] as const)(
    'does not exist for %s, which has no revision',
    async (name) => {
      const answer = await poll(name, await tagOf());
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
    },
  );

  it('answers 401, not 304, without a session', async () => {
    const tag = await tagOf();
    for (const name of lists) {
      expect((await poll(name, tag, shop.stranger())).problem().code).toBe('not-logged-in');
    }
  });

  it('answers 401 once the session has ended', async () => {
    const browser = await shop.logIn();
    const tag = await tagOf('listRepairs', browser);
    expect((await poll('listRepairs', tag, browser)).status).toBe(304);
    await browser.attempt('logOut');
    expect((await poll('listRepairs', tag, browser)).status).toBe(401);

    const idle = await shop.logIn();
    expect((await poll('listRepairs', tag, idle)).status).toBe(304);
    shop.clock.advance(12 * hour);
    expect((await poll('listRepairs', tag, idle)).status).toBe(401);
    await shop.staff.logIn('correct horse battery');
  });

  it('ends for every list once anything has changed', async () => {
    const tag = await tagOf();
    await takeIn(shop);
    for (const name of lists) {
      const answer = await poll(name, tag);
      expect([name, answer.status]).toEqual([name, 200]);
      expect(answer.headers.get('etag')).not.toBe(tag);
    }
  });

  it('ends when the shop’s settings change', async () => {
    const tag = await tagOf('listTechnicians');
    const technicians = defaultShopSettings.technicians.map((technician, index) =>
      index === 0 ? { ...technician, name: 'Renamed' } : technician,
    );
    await shop.staff.call('changeSettings', { body: { ...defaultShopSettings, technicians } });
    const answer = await poll('listTechnicians', tag);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Renamed');
  });
});
