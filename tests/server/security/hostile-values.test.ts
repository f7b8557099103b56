import { expect, it } from 'vitest';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { putPhoto } from '../../harness/photo-upload.ts';
import { sendRaw } from '../../harness/raw-request.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

const json = { 'content-type': 'application/json' };

describeOnBothEngines('what is sent to do harm', (engine) => {
  const shop = useShop(engine);

  it.each([
    '../shop.db',
    '..%2fshop.db',
    '%2e%2e%2fshop.db',
    '..%5cshop.db',
    '....//shop.db',
    '%2fetc%2fpasswd',
    '/etc/passwd',
    'incoming/x.part',
    'a%00.jpg',
    '.',
    '..',
    '%252e%252e%252fshop.db',
  ])('a path that leads out of the photos leads nowhere: %s', async (name) => {
    const { text, statuses } = await sendRaw(shop.origin, [
      `GET /photos/repair-photos/${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    ]);
    expect([400, 404, 422], text).toContain(statuses[0]);
    expect(text).not.toContain('SQLite format');
    expect(text).not.toContain('root:');
    const { ticketNumber } = await takeIn(shop);
    const put = await sendRaw(shop.origin, [
      `PUT /api/repairs/${name}/photos/initial HTTP/1.1\r\nHost: x\r\nCookie: ${shop.staff.cookie}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ]);
    expect([400, 404, 422], put.text).toContain(put.statuses[0]);
    const kept = await shop.staff.call('getRepair', { params: { ticketNumber } });
    expect(kept.repair.initialPhotoUrl).toBeNull();
  });

  it('no header of an answer can be written by what is in a name or an address', async () => {
    const split = 'x%0d%0aSet-Cookie:%20evil=1';
    const { ticketNumber } = await takeIn(shop, { customerName: 'Ada; filename="x"' });
    const url = await putPhoto(shop, ticketNumber);
    for (const path of [
      `/api/repairs/${split}`,
      `/api/repairs?q=${split}`,
      `/photos/repair-photos/${split}`,
      `${url}?w=${split}`,
      `/${split}`,
      `//evil.example/${split}`,
      url,
    ]) {
      const reply = await shop.staff.send('GET', `${shop.origin}${path}`);
      expect(reply.headers.get('set-cookie'), path).toBeNull();
      expect(reply.headers.get('location'), path).toBeNull();
      expect([...reply.headers.values()].join('\n'), path).not.toContain('evil');
    }
    const { headers } = await shop.staff.send('GET', url);
    expect(headers.get('content-disposition')).toBe('inline');
  });

  it('of a key that is given twice the last one counts, for the check and for the store', async () => {
    const send = (body: string) => shop.staff.send('POST', '/api/clients', { headers: json, body });
    const fooled = await send('{"name":"Ada","email":"ada@example.com","name":"<bad>\\u0000"}');
    expect(fooled.problem().code).toBe('validation-failed');
    const reply = await send('{"name":"\\u0000","email":"ada@example.com","name":"Ada"}');
    expect(reply.json()).toMatchObject({ client: { name: 'Ada' } });
    const poisoned = await send('{"name":"Ada","email":"a@b.example","__proto__":{"phone":"5"}}');
    expect(poisoned.status).toBeGreaterThanOrEqual(400);
    expect(({} as { phone?: string }).phone).toBeUndefined();
  });

  it('JSON of any depth is answered at once', async () => {
    for (const depth of [1_000, 20_000, 60_000]) {
      const body = `{"name":${'['.repeat(depth)}${']'.repeat(depth)},"email":"a@b.example"}`;
      const reply = await shop.staff.send('POST', '/api/clients', { headers: json, body });
      expect(reply.problem().code).toBe('validation-failed');
    }
    expect((await shop.staff.attempt('getShop')).status).toBe(200);
  });

  it('a false Host leads no answer astray', async () => {
    const raw = `GET /api/repairs/none HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nCookie: ${shop.staff.cookie}\r\nConnection: close\r\n\r\n`;
    const { text, statuses } = await sendRaw(shop.origin, [raw]);
    expect(statuses).toEqual([404]);
    expect(text).not.toContain('evil.example');
  });
});
