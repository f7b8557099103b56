import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, startApp, testPassword } from '../../../harness/app.ts';
import { describeOnBothEngines } from '../../../harness/engine.ts';
import { HttpClient } from '../../../harness/http-client.ts';

describeOnBothEngines('logging in and out', (engine) => {
  let shop: RunningApp;
  let httpsShop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
    httpsShop = await startApp(engine, { config: { publicUrl: 'https://shop.example' } });
  });
  afterAll(async () => {
    await shop.close();
    await httpsShop.close();
  });

  it('takes the right password and opens a session', async () => {
    const browser = shop.stranger();
    expect((await browser.attempt('getSession')).status).toBe(401);
    const reply = await browser.logIn(testPassword);
    expect(reply.status).toBe(204);
    expect(reply.text).toBe('');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const { expiresAt } = await browser.call('getSession');
    expect(Date.parse(expiresAt)).toBeGreaterThan(shop.clock.now);
  });

  it('takes the same password typed as other code points', async () => {
    const fullWidth = testPassword.replaceAll('c', 'ｃ');
    expect((await shop.stranger().logIn(fullWidth)).status).toBe(204);
  });

  it('refuses a wrong password in the words of the specification', async () => {
    const before = await shop.rows.run('select count(*) as count from sessions');
    const reply = await shop.stranger().attempt('logIn', { body: { password: 'wrong' } });
    expect(reply.headers.get('set-cookie')).toBeNull();
    expect(reply.problem()).toEqual({
      type: '/api/docs#problem-invalid-password',
      title: 'Login failed',
      status: 401,
      detail: 'Invalid password. Please try again.',
      code: 'invalid-password',
      errors: [{ path: 'password', message: 'Invalid password. Please try again.' }],
    });
    expect(await shop.rows.run('select count(*) as count from sessions')).toEqual(before);
  });

  it('gives cookies that no script can read and no other site can send', async () => {
    // Over https under names that only this host can set.
    for (const { of, prefix, more } of [
      { of: shop, prefix: '', more: [] },
      { of: httpsShop, prefix: '__Host-', more: ['Secure'] },
    ]) {
      const browser = of.stranger();
      const given = (await browser.logIn(testPassword)).headers.getSetCookie();
      const attributesOf = (name: string) => {
        const line = given.find((one) => one.startsWith(`${prefix}${name}=`));
        return line?.split('; ').slice(1).sort();
      };
      const common = ['Path=/', 'SameSite=Strict', ...more];
      expect(given).toHaveLength(2);
      expect(attributesOf('shop_session')).toEqual(['HttpOnly', 'Max-Age=604800', ...common]);
      expect(attributesOf('shop_device')).toEqual(['HttpOnly', 'Max-Age=31536000', ...common]);
      expect(browser.cookie).toMatch(/shop_session=[\w-]{43}$/);
      const taken = (await browser.attempt('logOut')).headers.getSetCookie();
      const ended = ['Path=/', 'HttpOnly', 'SameSite=Strict', 'Max-Age=0', ...more];
      expect(taken).toEqual([`${prefix}shop_session=; ${ended.join('; ')}`]);
    }
    // A neighbour under the same domain can plant a cookie of the bare name only.
    const planted = await httpsShop.logIn();
    planted.cookie = planted.cookie?.replace('__Host-', '') ?? null;
    expect((await planted.attempt('getSession')).status).toBe(401);
  });

  it('stores neither the password nor a token', async () => {
    const browser = shop.stranger();
    await browser.logIn(testPassword);
    const token = browser.cookie?.split('=')[1] ?? '';
    const stored = JSON.stringify([
      await shop.rows.run('select * from sessions'),
      await shop.rows.run('select * from settings'),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(testPassword);
    expect(stored).toContain('argon2id');
  });

  it('ends the session at logout, in the browser and on the server', async () => {
    const browser = await shop.logIn();
    const other = await shop.logIn();
    const reply = await browser.attempt('logOut');
    expect(reply.status).toBe(204);
    expect((await browser.attempt('getSession')).problem()).toMatchObject({
      code: 'not-logged-in',
      detail: 'Your session has ended. Log in again to go on.',
    });
    expect((await browser.attempt('logOut')).status, 'once more').toBe(204);
    // Its cookie is found among others.
    other.cookie = `theme=dark; ${other.cookie}; other=1`;
    expect((await other.attempt('listRepairs')).status).toBe(200);
  });

  it.each([
    ['no value', 'shop_session='],
    ['a made-up token', `shop_session=${'A'.repeat(43)}`],
    ['a token of another length', 'shop_session=abc'],
    ['another name', `other=${'A'.repeat(43)}`],
    ['nonsense', ';;=;=%%%'],
  ])('lets nobody in with a cookie of %s', async (_what, cookie) => {
    const browser = new HttpClient(shop.origin, cookie);
    expect((await browser.attempt('listRepairs')).problem().code).toBe('not-logged-in');
  });
});
