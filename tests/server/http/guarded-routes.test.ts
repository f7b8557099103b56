import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { operations } from '../../../domain/api.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { createStorage, describeOnBothEngines } from '../../harness/engine.ts';
import { startWithRealTexts } from '../../harness/real-texts.ts';
import { registeredRoutes } from '../../harness/registered-routes.ts';

/** What answers without a session, and nothing else does. HEAD stands beside every GET. */
const publicRoutes = [
  'POST /api/session',
  'DELETE /api/session',
  'GET /photos/repair-photos/:name',
  'GET /healthz',
  'GET /readyz',
  // The built screens: they hold nothing of the shop's.
  'GET *',
];

/** Opened by the provider’s signature, and there only where texts are real. */
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

  it('is one of the contract, or one of the few beside it', () => {
    const registered = registeredRoutes(shop.app.http)
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, path }) => `${method} ${path}`);
    const promised = Object.values(operations).map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    const beside = [
      'GET *',
      'GET /api/docs',
      'GET /api/docs.css',
      'GET /api/events',
      'GET /api/openapi.json',
      'GET /healthz',
      'GET /readyz',
    ];
    expect(registered.sort()).toEqual([...promised, ...beside].sort());
  });

  it('but login, logout, health, photos and the screens answers 401 without a session', async () => {
    const stranger = shop.stranger();
    const before = await shop.rows.counts();
    const guarded = registeredRoutes(shop.app.http).filter(
      ({ method, path }) => !publicRoutes.includes(`${method === 'HEAD' ? 'GET' : method} ${path}`),
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

  it('but the provider’s two stays guarded where texts are real', async () => {
    const real = await startWithRealTexts(engine);
    const described = (app: RunningApp) =>
      registeredRoutes(app.app.http).map(({ method, path }) => `${method} ${path}`);
    const usual = described(shop);
    const added = described(real.shop).filter((route) => !usual.includes(route));
    expect(added.sort()).toEqual(signedRoutes);
    for (const route of signedRoutes) {
      const [method = '', path = ''] = route.split(' ');
      const unsigned = await real.shop.staff.send(method, path, {
        // It is another site: its signature counts instead.
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://provider.example',
          'sec-fetch-site': 'cross-site',
        },
        body: 'MessageSid=SM1&From=%2B12125550101&Body=ACCEPT',
      });
      expect(unsigned.problem().code).toBe('not-from-provider');
    }
    await real.close();
  });
});
