import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type RunningApp, startApp, testPassword } from '../../../harness/app.ts';
import { describeOnBothEngines } from '../../../harness/engine.ts';
import { HttpClient } from '../../../harness/http-client.ts';
import { day, hour } from '../../../harness/settable-clock.ts';

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
    // A neighbor under the same domain can plant a cookie of the bare name only.
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
      detail: 'Your session has ended. Log in again to continue.',
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

describeOnBothEngines('a session', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
    return () => shop.close();
  });

  const isAlive = async (browser: HttpClient) =>
    (await browser.attempt('listRepairs')).status === 200;

  /** Its last use is recorded in the background; a clock that leaps must not get ahead of that. */
  const isUsed = async (browser: HttpClient) => {
    const alive = await isAlive(browser);
    const at = new Date(shop.clock.now).toISOString();
    await vi.waitFor(async () =>
      expect(await shop.rows.run('select * from sessions where last_seen_at = ?', at)).not.toEqual(
        [],
      ),
    );
    return alive;
  };

  it('lives for twelve hours without use, and not longer', async () => {
    const browser = await shop.logIn();
    shop.clock.advance(12 * hour - 1);
    const other = await shop.logIn();
    expect(await isAlive(browser)).toBe(true);
    shop.clock.advance(12 * hour);
    expect(await isAlive(browser)).toBe(false);
    expect(await isAlive(other)).toBe(false);
  });

  it('says when it ends, which every use postpones', async () => {
    const browser = await shop.logIn();
    const first = await browser.call('getSession');
    expect(Date.parse(first.expiresAt)).toBe(shop.clock.now + 12 * hour);
    shop.clock.advance(3 * hour);
    const later = await browser.call('getSession');
    expect(Date.parse(later.expiresAt)).toBe(shop.clock.now + 12 * hour);
  });

  it('lives for seven days at most, however much it is used', async () => {
    const browser = await shop.logIn();
    const start = shop.clock.now;
    while (shop.clock.now + 11 * hour < start + 7 * day) {
      shop.clock.advance(11 * hour);
      expect(await isUsed(browser)).toBe(true);
    }
    shop.clock.now = start + 7 * day - 1;
    const { expiresAt } = await browser.call('getSession');
    expect(Date.parse(expiresAt)).toBe(start + 7 * day);
    shop.clock.advance(1);
    expect(await isAlive(browser)).toBe(false);
  });

  it('is remembered in the database, not in the process', async () => {
    const browser = await shop.logIn();
    // Its last use is written down, too: half of the time is over when the process ends.
    shop.clock.advance(6 * hour);
    expect(await isUsed(browser)).toBe(true);
    await shop.stop();
    shop = await startApp(engine, { storage: shop.storage, clock: shop.clock });
    const again = shop.stranger();
    again.cookie = browser.cookie;
    shop.clock.advance(11 * hour);
    expect(await isAlive(again)).toBe(true);
  });

  it('is removed from the database after it has ended', async () => {
    await shop.logIn();
    shop.clock.advance(8 * day);
    await shop.logIn();
    expect(await shop.rows.run('select token_hash from sessions')).toHaveLength(1);
  });
});
