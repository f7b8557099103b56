import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp, testPassword } from '../../harness/app.ts';
import { readEvents } from '../../harness/event-reader.ts';
import type { Reply } from '../../harness/http-client.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';
import { testPhoto } from '../../harness/test-photos.ts';

describe('every kind of answer', () => {
  let shop: RunningApp;
  let photoUrl: string;
  beforeAll(async () => {
    shop = await startApp('sqlite', { config: { publicUrl: 'https://shop.example' } });
    const { ticketNumber } = await takeIn(shop);
    const path = `/api/repairs/${ticketNumber}/photos/initial`;
    const reply = await shop.staff.send('PUT', path, {
      body: new Uint8Array(await testPhoto()),
    });
    photoUrl = (reply.json() as { url: string }).url;
  });
  afterAll(async () => {
    await shop.close();
  });

  const large = { method: 'POST', path: '/api/clients', body: `"${'x'.repeat(300_000)}"` };
  const kinds: [string, () => Promise<Reply>, number][] = [
    ['a photo', () => shop.stranger().send('GET', photoUrl), 200],
    ['a smaller photo', () => shop.stranger().send('GET', `${photoUrl}?w=320`), 200],
    ['a login', () => shop.stranger().logIn(testPassword), 204],
    ['no session', () => shop.stranger().send('GET', '/api/clients'), 401],
    [
      'another site',
      () => shop.staff.send('GET', '/api/clients', { headers: { origin: 'https://evil.example' } }),
      403,
    ],
    ['an address that is no text', () => shop.staff.send('GET', '/api/repairs/%E0%A4%A'), 404],
    ['an unknown method', () => shop.staff.send('PATCH', '/api/overview'), 404],
    [
      'a body too large',
      () =>
        shop.staff.send(large.method, large.path, {
          headers: { 'content-type': 'application/json' },
          body: large.body,
        }),
      413,
    ],
    ['another kind of content', () => shop.staff.send('POST', '/api/clients', { body: 'x' }), 415],
    ['the description', () => shop.staff.send('GET', '/api/openapi.json'), 200],
    ['readiness', () => shop.stranger().send('GET', '/readyz'), 200],
  ];

  it.each(kinds)('%s carries the security headers', async (_what, ask, status) => {
    const { status: given, headers } = await ask();
    expect(given).toBe(status);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src '(self|none)'/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*|data:/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('the stream of live events carries them, too', async () => {
    const { headers, close } = await readEvents(shop.staff);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['cache-control']).toBe('no-store');
    close();
  });

  it('that tells of the shop stays in no cache', async () => {
    const cacheOf = async (path: string, browser = shop.staff) =>
      (await browser.send('GET', path)).headers.get('cache-control');
    const others = ['/api/session', '/api/sessions', '/api/shop', '/api/repairs/none'];
    const lists = ['/api/clients', '/api/repairs', '/api/messages', '/api/overview'];
    for (const path of [...others, ...lists]) {
      expect(await cacheOf(path), path).toBe('no-store');
      expect(await cacheOf(path, shop.stranger()), path).toBe('no-store');
    }
  });

  it('gives the session over https under a name that only this host can set', async () => {
    const browser = shop.stranger();
    const [given = ''] = (await browser.logIn(testPassword)).headers.getSetCookie();
    const [pair = '', ...attributes] = given.split('; ');
    expect(pair).toMatch(/^__Host-shop_session=[\w-]{43}$/);
    expect(attributes.sort()).toEqual([
      'HttpOnly',
      'Max-Age=604800',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ]);
    // A neighbour under the same domain can plant a cookie of the bare name only.
    const planted = shop.stranger();
    planted.cookie = pair.replace('__Host-', '');
    expect((await planted.attempt('getSession')).status).toBe(401);
    const taken = (await browser.attempt('logOut')).headers.get('set-cookie');
    expect(taken).toBe(
      '__Host-shop_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure',
    );
  });
});
