import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { createStorage } from '../../harness/engine.ts';

const contentPolicy = [
  "default-src 'self'",
  "img-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

const page = '<!doctype html><title>Shop</title>';

describe('what holds for every answer', () => {
  let shop: RunningApp;
  beforeAll(async () => {
    const storage = await createStorage('sqlite');
    const webFolder = join(storage.dataDir, 'web');
    await mkdir(join(webFolder, 'assets'), { recursive: true });
    await writeFile(join(webFolder, 'index.html'), page);
    await writeFile(join(webFolder, 'assets', 'main-1a2b3c.js'), 'export {};');
    await writeFile(join(webFolder, 'theme.js'), 'export {};');
    shop = await startApp('sqlite', {
      storage,
      webFolder,
      config: { publicUrl: 'https://shop.example' },
    });
  });
  afterAll(async () => {
    await shop.close();
  });

  it.each([
    ['a list', '/api/repairs', 200],
    ['a refusal', '/api/repairs/WH000000AAA', 404],
    ['an unknown call', '/api/nothing', 404],
    ['the screens', '/', 200],
    ['a file of the screens', '/assets/main-1a2b3c.js', 200],
    ['a photo that is not there', '/photos/repair-photos/x.jpg', 404],
    ['the health check', '/healthz', 200],
    ['the description', '/api/docs', 200],
  ])('security headers on %s', async (_what, path, status) => {
    const { headers, status: given } = await shop.staff.send('GET', path);
    expect(given).toBe(status);
    expect(headers.get('content-security-policy')).toBe(contentPolicy);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('permissions-policy')).toBe('camera=(self), microphone=(), geolocation=()');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/repairs/a/b/c', '/api/session/x', '/webhooks/x'])(
    '%s is refused as a problem',
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
    ['PUT', '/api/repairs'],
    ['DELETE', '/api/overview'],
    ['PATCH', '/api/session'],
  ])('%s %s, a method that the address does not take, is refused as a problem', async (...call) => {
    const problem = (await shop.staff.send(...call)).problem();
    expect(problem.status).toBeGreaterThanOrEqual(404);
    expect(problem.status).toBeLessThanOrEqual(405);
  });

  it.each(['/', '/any/path', '/apis', '/a%20b', '/?tab=repairs&ticket=WH123456ABC'])(
    '%s gets the screens, whose router knows what to show',
    async (path) => {
      const reply = await shop.stranger().send('GET', path);
      expect(reply.status).toBe(200);
      expect(reply.text).toBe(page);
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(reply.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('files whose names carry their content are kept for ever, others are asked for anew', async () => {
    const cacheOf = async (path: string) =>
      (await shop.stranger().send('GET', path)).headers.get('cache-control');
    expect(await cacheOf('/assets/main-1a2b3c.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/theme.js')).toBe('no-cache');
  });

  it('a missing file of the screens is missing, not the page', async () => {
    const reply = await shop.stranger().send('GET', '/assets/main-old.js');
    expect(reply.problem().code).toBe('not-found');
  });

  it.each([
    '/../server/config.ts',
    '/..%2f..%2fshop.db',
    '/%2e%2e/shop.db',
    '/assets/..%5c..%5cshop.db',
  ])('nothing outside the screens is served: %s', async (path) => {
    const reply = await shop.stranger().send('GET', path);
    expect(reply.status === 200 ? reply.text : page).toBe(page);
  });

  it('an address that is no text is refused as a problem', async () => {
    for (const path of ['/api/repairs/%E0%A4%A', '/api/repairs/%', '/photos/repair-photos/%ff%']) {
      const problem = (await shop.staff.send('GET', path)).problem();
      expect(problem.status).toBeGreaterThanOrEqual(400);
      expect(problem.status).toBeLessThan(500);
    }
  });
});

describe('without https', () => {
  it('no browser is told to insist on it', async () => {
    const shop = await startApp('sqlite');
    const { headers } = await shop.staff.send('GET', '/api/shop');
    expect(headers.get('strict-transport-security')).toBeNull();
    await shop.close();
  });
});

describe('without a build of the screens', () => {
  it('says so as a problem', async () => {
    const shop = await startApp('sqlite');
    expect((await shop.stranger().send('GET', '/')).problem().code).toBe('not-found');
    await shop.close();
  });
});
