import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../domain/api.ts';
import { type RunningApp, startApp, useShop } from '../../harness/app.ts';
import { createStorage, describeOnBothEngines } from '../../harness/engine.ts';
import { startWithRealTexts } from '../../harness/real-texts.ts';
import { newIntake } from '../../harness/shop-fixtures.ts';

interface RegisteredRoute {
  method: string;
  /** With parameters as :name. */
  path: string;
}

const treeLine = /^(?<indent>[│├└─\s]*?)[├└]── (?<part>\S*) \((?<methods>[A-Z, ]+)\)$/;
const treeLineWithoutMethods = /^(?<indent>[│├└─\s]*?)[├└]── (?<part>\S*)$/;
const indentWidth = 4;

/** Every route that the server really answers, read from its own router. */
function registeredRoutes(server: FastifyInstance): RegisteredRoute[] {
  const prefixes: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const groups = (treeLine.exec(line) ?? treeLineWithoutMethods.exec(line))?.groups;
      if (!groups) throw new Error(`The list of routes cannot be read: ${line}`);
      const { indent = '', part = '', methods = '' } = groups;
      const depth = indent.length / indentWidth;
      const path = `${depth === 0 ? '' : prefixes[depth - 1]}${part}`;
      prefixes[depth] = path;
      return methods
        .split(', ')
        .filter((method) => method !== '')
        .map((method) => ({ method, path }));
    });
}

/** What answers without a session, and nothing else does. Every GET has its HEAD. */
const publicRoutes = [
  'POST /api/session',
  'DELETE /api/session',
  'GET /photos/repair-photos/:name',
  'GET /healthz',
  'GET /readyz',
  // The built screens: they hold nothing of the shop's.
  'GET *',
];

/** Opened by the provider’s signature, and of use only if texts are real. */
const signedRoutes = ['POST /webhooks/twilio/inbound', 'POST /webhooks/twilio/status'];

describeOnBothEngines('every registered route', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    const storage = await createStorage(engine);
    const webFolder = join(storage.dataDir, 'web');
    await mkdir(webFolder);
    await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Shop</title>');
    shop = await startApp(engine, { storage, webFolder });
    return () => shop.close();
  });

  const filled = (path: string) =>
    path
      .replace(':kind', 'initial')
      .replace('*', 'some-file.js')
      .replaceAll(/:\w+/g, 'WH123456ABC');

  it('is one of the contract’s, or one of the few besides it', () => {
    const registered = registeredRoutes(shop.app.http)
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, path }) => `${method} ${path}`);
    const promised = Object.values(operations).map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    const besides = [
      'GET *',
      'GET /api/docs',
      'GET /api/docs.css',
      'GET /api/events',
      'GET /api/openapi.json',
      'GET /healthz',
      'GET /readyz',
      ...signedRoutes,
    ];
    expect(registered.sort()).toEqual([...promised, ...besides].sort());
  });

  it('but login, logout, health, photos and the screens answers 401 without a session', async () => {
    const stranger = shop.stranger();
    const before = await shop.rows.counts();
    const guarded = registeredRoutes(shop.app.http).filter(
      ({ method, path }) =>
        ![...publicRoutes, ...signedRoutes].includes(
          `${method === 'HEAD' ? 'GET' : method} ${path}`,
        ),
    );
    expect(guarded.length).toBeGreaterThan(30);
    for (const { method, path } of guarded) {
      const reply = await stranger.send(method, filled(path), {
        headers: { 'content-type': 'application/json' },
        ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
      });
      expect({ method, path, status: reply.status }).toEqual({ method, path, status: 401 });
      expect(reply.headers.get('cache-control')).toBe('no-store');
      if (method !== 'HEAD') expect(reply.problem().code).toBe('not-logged-in');
    }
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('that is guarded asks for the session before it looks at anything else', async () => {
    const stranger = shop.stranger();
    for (const [headers, body] of [
      [{ 'content-type': 'application/json' }, '{broken'],
      [{ 'content-type': 'text/html' }, '<b>'],
      [{ 'content-type': 'application/json' }, 'x'.repeat(10_000_000)],
    ] as const) {
      const reply = await stranger.send('POST', '/api/repairs', { headers, body });
      expect(reply.problem().code).toBe('not-logged-in');
    }
  });

  it('accepts the provider’s signature only if it is a webhook, and not while texts are simulated', async () => {
    const real = await startWithRealTexts(engine);
    for (const [staff, code] of [
      [real.shop.staff, 'not-from-provider'],
      [shop.staff, 'not-found'],
    ] as const) {
      const before = await shop.rows.counts();
      for (const route of signedRoutes) {
        const [method = '', path = ''] = route.split(' ');
        const unsigned = await staff.send(method, path, {
          // It is another site: its signature counts instead.
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            origin: 'https://provider.example',
            'sec-fetch-site': 'cross-site',
          },
          body: 'MessageSid=SM1&From=%2B12125550101&Body=ACCEPT',
        });
        expect(unsigned.problem().code).toBe(code);
      }
      expect(await shop.rows.counts()).toEqual(before);
    }
    await real.close();
  });
});

const publicUrl = 'http://shop.example:8080';

describe('a request from another site', () => {
  const shop = useShop('sqlite', { config: { publicUrl } });

  /** As the browser sends it, cookie and all: SameSite must not be the only protection. */
  const from = (method: string, path: string, headers: Record<string, string>) =>
    shop.staff.send(method, path, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
    });
  const filled = (path: string) => path.replace(':kind', 'initial').replaceAll(/:\w+/g, 'WH1');

  it('is refused on every call, before anything is looked at', async () => {
    const before = await shop.rows.counts();
    const calls = registeredRoutes(shop.app.http).filter(
      ({ method, path }) => path.startsWith('/api/') && method !== 'HEAD',
    );
    expect(calls.length).toBeGreaterThan(35);
    for (const { method, path } of calls) {
      const reply = await from(method, filled(path), { 'sec-fetch-site': 'cross-site' });
      const { code } = reply.problem();
      expect({ method, path, code }).toEqual({ method, path, code: 'cross-site' });
      expect(reply.headers.get('set-cookie')).toBeNull();
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(await shop.rows.counts()).toEqual(before);
    expect((await shop.staff.attempt('getSession')).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['a neighbor under the same domain', { 'sec-fetch-site': 'same-site' }],
    ['a word that no browser says', { 'sec-fetch-site': 'Same-Origin, none' }],
    ['an origin that does not fit, over plain http', { origin: 'http://evil.example' }],
    ['an origin with the shop’s name in it', { origin: 'http://shop.example.evil.example:8080' }],
    ['the shop’s name at another port', { origin: 'http://shop.example' }],
    ['the shop’s name over another protocol', { origin: 'https://shop.example:8080' }],
    ['a document of no origin', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['what is not an origin', { origin: 'javascript:alert(1)' }],
    [
      'the shop’s own origin, contradicted by the browser',
      { origin: publicUrl, 'sec-fetch-site': 'cross-site' },
    ],
  ])('is refused as %s', async (_what, headers) => {
    const client = { name: 'Ada', email: 'ada@example.com' };
    const reply = await shop.staff.attempt('createClient', { body: client }, headers);
    expect(reply.problem()).toMatchObject({
      status: 403,
      code: 'cross-site',
      title: 'Not allowed',
    });
    const read = await shop.staff.attempt('listClients', {}, headers);
    expect(read.problem().code).toBe('cross-site');
    const respelled = await shop.staff.send('GET', '/%61pi/clients', { headers });
    expect(respelled.problem().code).toBe('cross-site');
  });

  it.each<[string, Record<string, string>]>([
    ['one from the shop’s own screens', { 'sec-fetch-site': 'same-origin' }],
    [
      'one from the shop’s own screens behind a proxy that changes the host',
      {
        'sec-fetch-site': 'same-origin',
        origin: 'https://elsewhere.example',
      },
    ],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['one from the public address, over plain http', { origin: publicUrl }],
    ['one from a program, which no other site can use', {}],
  ])('is distinguished from %s', async (_what, headers) => {
    const reply = await shop.staff.attempt('createRepair', { body: newIntake() }, headers);
    expect(reply.status, reply.text).toBe(201);
    expect((await shop.staff.attempt('listRepairs', {}, headers)).status).toBe(200);
  });

  it('is not one from the host itself, under any name', async () => {
    const origin = shop.origin;
    const reply = await shop.staff.attempt('createRepair', { body: newIntake() }, { origin });
    expect(reply.status).toBe(201);
  });

  it('gets no answer to its preflight', async () => {
    const reply = await shop.staff.send('OPTIONS', '/api/repairs', {
      headers: {
        origin: 'http://evil.example',
        'access-control-request-method': 'POST',
        'sec-fetch-site': 'cross-site',
      },
    });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect([...reply.headers.keys()].filter((name) => /^access-control/.test(name))).toEqual([]);
  });

  it('may open the screens, and a photo whose name is known', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const photo = await from('GET', '/photos/repair-photos/none.jpg', headers);
    expect(photo.problem().code).toBe('photo-not-found');
    expect((await from('GET', '/healthz', headers)).status).toBe(200);
    // There are no screens here, so the address itself is what is missing.
    expect((await from('GET', '/?tab=repairs', headers)).problem().code).toBe('not-found');
  });
});
