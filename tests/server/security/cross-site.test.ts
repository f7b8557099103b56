import { describe, expect, it } from 'vitest';
import { useShop } from '../../harness/app.ts';
import { registeredRoutes } from '../../harness/registered-routes.ts';
import { newIntake } from '../../harness/shop-fixtures.ts';

const publicUrl = 'http://shop.example:8080';

describe('another site in the same browser', () => {
  const shop = useShop('sqlite', { config: { publicUrl } });

  /** As the browser sends it, cookie and all: SameSite alone must not be what holds. */
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
    ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }],
    ['a word that no browser says', { 'sec-fetch-site': 'Same-Origin, none' }],
    ['an origin that does not fit, over plain http', { origin: 'http://evil.example' }],
    ['an origin with the shop’s name in it', { origin: 'http://shop.example.evil.example:8080' }],
    ['the shop’s name at another port', { origin: 'http://shop.example' }],
    ['the shop’s name over another protocol', { origin: 'https://shop.example:8080' }],
    ['a document of no origin', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['what is no origin', { origin: 'javascript:alert(1)' }],
    [
      'an own origin that the browser contradicts',
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
  });

  it.each<[string, Record<string, string>]>([
    ['by its own screens', { 'sec-fetch-site': 'same-origin' }],
    [
      'by its own screens behind a proxy that changes the host',
      {
        'sec-fetch-site': 'same-origin',
        origin: 'https://elsewhere.example',
      },
    ],
    ['by an address that was typed', { 'sec-fetch-site': 'none' }],
    ['at its public address, over plain http', { origin: publicUrl }],
    ['by a program, which no other site can use', {}],
  ])('is not what asks %s', async (_what, headers) => {
    const reply = await shop.staff.attempt('createRepair', { body: newIntake() }, headers);
    expect(reply.status, reply.text).toBe(201);
    expect((await shop.staff.attempt('listRepairs', {}, headers)).status).toBe(200);
  });

  it('is not the host that was asked, under any name', async () => {
    const origin = shop.origin;
    const reply = await shop.staff.attempt('createRepair', { body: newIntake() }, { origin });
    expect(reply.status).toBe(201);
  });

  it('gets no preflight answered', async () => {
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

  it('may link to the screens and show a photo that it knows the name of', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const photo = await from('GET', '/photos/repair-photos/none.jpg', headers);
    expect(photo.problem().code).toBe('photo-not-found');
    expect((await from('GET', '/healthz', headers)).status).toBe(200);
    // There are no screens here, so the address itself is what is missing.
    expect((await from('GET', '/?tab=repairs', headers)).problem().code).toBe('not-found');
  });
});
