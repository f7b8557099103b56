import { afterEach, expect, it } from 'vitest';
import { type AppOptions, type RunningApp, startApp, testPassword } from '../../../harness/app.ts';
import { createStorage, describeOnBothEngines } from '../../../harness/engine.ts';
import type { HttpClient, Reply } from '../../../harness/http-client.ts';
import { hour, minute } from '../../../harness/settable-clock.ts';

/** The shop's own address, where a stranger is, too: on its wireless network, or in a tab. */
const here = '203.0.113.7';
const newPassword = 'loupe and tweezers';

const devicePattern = /^shop_device=[\w-]{22}\.[\w-]{43}$/;

/** The pair of the cookie by which a browser is known later, or undefined. */
const deviceIn = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0] ?? '')
    .find((pair) => /shop_device=/.test(pair));

/** The same with another value at that place. */
function altered(pair: string, place: number): string {
  const at = pair.indexOf('=') + 1 + place;
  return pair.slice(0, at) + (pair[at] === 'A' ? 'B' : 'A') + pair.slice(at + 1);
}

describeOnBothEngines('a browser that has logged in before', (engine) => {
  const shops: RunningApp[] = [];
  const waits: number[] = [];
  const open = async (options: AppOptions = {}) => {
    const delay = async (milliseconds: number) => {
      waits.push(milliseconds);
    };
    const shop = await startApp(engine, {
      ...options,
      config: { trustProxy: 1, ...options.config },
      overrides: { delay },
    });
    shops.push(shop);
    return shop;
  };
  afterEach(async () => {
    const [first, ...others] = shops.splice(0);
    for (const shop of others) await shop.stop();
    await first?.close();
    waits.length = 0;
  });

  const browserAt = (shop: RunningApp, address: string, device: string | null = null) => {
    const browser = shop.stranger({ 'x-forwarded-for': address });
    browser.cookie = device;
    return browser;
  };
  /** Logs in from somewhere else, where nobody has failed. @returns the device's cookie */
  const known = async (shop: RunningApp, password = testPassword) => {
    const reply = await browserAt(shop, '198.51.100.200').logIn(password);
    expect(reply.status).toBe(204);
    const device = deviceIn(reply);
    expect(device).toMatch(devicePattern);
    return device ?? '';
  };
  const fail = async (browser: HttpClient, times: number) => {
    for (let count = 0; count < times; count += 1) {
      expect((await browser.logIn('wrong')).problem().code).toBe('invalid-password');
    }
  };
  const isRefused = async (browser: HttpClient) =>
    (await browser.logIn(testPassword)).status === 429;
  /** Fifty wrong passwords from anywhere, five of them from the shop's own address. */
  const shutOut = async (shop: RunningApp) => {
    await fail(browserAt(shop, here), 5);
    for (let address = 1; address <= 9; address += 1) {
      await fail(browserAt(shop, `198.51.100.${address}`), 5);
    }
    expect(await isRefused(browserAt(shop, here)), 'from the shop').toBe(true);
    expect(await isRefused(browserAt(shop, '192.0.2.1')), 'from anywhere').toBe(true);
  };

  it('gets in while strangers have used up every attempt, from the shop’s own address, too', async () => {
    const shop = await open();
    const device = await known(shop);
    await shutOut(shop);
    expect((await browserAt(shop, here, device).logIn(testPassword)).status).toBe(204);
    // What it gets wrong is its own, and so is what it gets right: the strangers stay out.
    await fail(browserAt(shop, here, device), 3);
    expect((await browserAt(shop, here, device).logIn(testPassword)).status).toBe(204);
    expect(await isRefused(browserAt(shop, here))).toBe(true);
    expect(await isRefused(browserAt(shop, '192.0.2.1'))).toBe(true);
  });

  it('cannot try more by asking for many at once', async () => {
    const shop = await open();
    const browser = browserAt(shop, here, await known(shop));
    await shutOut(shop);
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => browser.attempt('logIn', { body: { password: 'wrong' } })),
    );
    const codes = replies.map((reply) => reply.problem().code);
    expect(codes.filter((code) => code === 'invalid-password')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too-many-logins')).toHaveLength(20);
  });

  // Of the cookie, the clock and the password the engine knows nothing.
  if (engine === 'sqlite') {
    it('is slowed, and after ten wrong passwords judged like an unknown one', async () => {
      const shop = await open();
      const device = await known(shop);
      const browser = browserAt(shop, here, device);
      waits.length = 0;
      await fail(browser, 10);
      expect(waits).toEqual([0, 250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2250]);
      // No failure was the address's until now.
      await fail(browser, 5);
      const refusal = await browser.logIn(testPassword);
      expect(refusal.problem().code).toBe('too-many-logins');
      expect(refusal.headers.get('retry-after')).toBe('900');
      expect((await browserAt(shop, here, await known(shop)).logIn(testPassword)).status).toBe(204);
      shop.clock.advance(15 * minute);
      expect((await browser.logIn(testPassword)).status).toBe(204);
    });

    it('is unknown with a cookie that is forged, altered or another shop’s', async () => {
      const shop = await open();
      // With tables of its own making: the usual ones share their password's salt.
      const other = await startApp(engine, { storage: await createStorage(engine) });
      const reply = await other.stranger().logIn(testPassword);
      await other.close();
      const device = await known(shop);
      await shutOut(shop);
      const [name = '', value = ''] = device.split('=', 2);
      const [nonce = '', signature = ''] = value.split('.');
      const refused = {
        'another shop’s': deviceIn(reply) ?? 'none was given',
        'made up': `${name}=${'A'.repeat(22)}.${'A'.repeat(43)}`,
        'with another nonce': altered(device, 3),
        'with another signature': altered(device, 30),
        'without its signature': `${name}=${nonce}`,
        'with the signature of another': `${name}=${'A'.repeat(22)}.${signature}`,
        longer: `${device}A`,
        empty: `${name}=`,
        'a session’s': shop.staff.cookie ?? '',
      };
      for (const [what, cookie] of Object.entries(refused)) {
        expect(await isRefused(browserAt(shop, here, cookie)), what).toBe(true);
      }
      expect(await isRefused(browserAt(shop, here, `theme=dark; ${device}; other=1`))).toBe(false);
    });

    it('gets a cookie for a year that no script can read, no other site can send and that opens nothing', async () => {
      const shop = await open();
      const reply = await shop.stranger().logIn(testPassword);
      const given = reply.headers.getSetCookie().find((line) => line.startsWith('shop_device='));
      const [pair = '', ...attributes] = given?.split('; ') ?? [];
      expect(attributes.sort()).toEqual([
        'HttpOnly',
        'Max-Age=31536000',
        'Path=/',
        'SameSite=Strict',
      ]);
      expect((await browserAt(shop, here, pair).attempt('listRepairs')).status).toBe(401);
      const again = await browserAt(shop, here, pair).logIn(testPassword);
      expect(deviceIn(again), 'a new one each time').not.toBe(pair);
      const wrong = await shop.stranger().attempt('logIn', { body: { password: 'wrong' } });
      expect(wrong.headers.getSetCookie()).toEqual([]);
    });

    it('over https gets it under a name that only this host can set', async () => {
      const shop = await open({ config: { publicUrl: 'https://shop.example' } });
      const reply = await shop.stranger().logIn(testPassword);
      const given = reply.headers.getSetCookie().find((line) => line.includes('shop_device='));
      expect(given).toMatch(/^__Host-shop_device=/);
      expect(given?.split('; ')).toContain('Secure');
    });

    it('stays known after a logout, and after all sessions were ended', async () => {
      const shop = await open();
      const browser = browserAt(shop, here);
      const device = deviceIn(await browser.logIn(testPassword)) ?? '';
      expect(deviceIn(await browser.attempt('logOut'))).toBeUndefined();
      const reply = await shop.staff.attempt('endSessions', { query: { scope: 'all' } });
      expect(deviceIn(reply)).toBeUndefined();
      await shutOut(shop);
      expect((await browserAt(shop, here, device).logIn(testPassword)).status).toBe(204);
    });

    it('is unknown once the password was changed, but for the one that changed it', async () => {
      const first = await open();
      await first.stop();
      shops.length = 0;
      const { storage, clock } = first;
      const shop = await open({ storage, clock, config: { shopPassword: null } });
      const before = await known(shop);
      const browser = browserAt(shop, here);
      await browser.logIn(testPassword);
      clock.advance(hour);
      const body = { currentPassword: testPassword, newPassword };
      const after = deviceIn(await browser.attempt('changePassword', { body })) ?? '';
      expect(after).toMatch(devicePattern);
      await shutOut(shop);
      expect((await browserAt(shop, here, before).logIn(newPassword)).status).toBe(429);
      expect((await browserAt(shop, here, after).logIn(newPassword)).status).toBe(204);
    });

    it('can change the password while strangers have used up every attempt', async () => {
      const first = await open();
      await first.stop();
      shops.length = 0;
      const { storage, clock } = first;
      const shop = await open({ storage, clock, config: { shopPassword: null } });
      const browser = browserAt(shop, here);
      const device = deviceIn(await browser.logIn(testPassword));
      browser.cookie = `${browser.cookie}; ${device}`;
      await shutOut(shop);
      const body = { currentPassword: testPassword, newPassword };
      expect((await browser.attempt('changePassword', { body })).status).toBe(204);
    });
  }

  if (engine === 'postgres') {
    it('is known to all processes of the shop, which count its failures together', async () => {
      const one = await open();
      const other = await open({ storage: one.storage, clock: one.clock });
      const device = await known(one);
      await shutOut(one);
      await fail(browserAt(one, here, device), 5);
      await fail(browserAt(other, here, device), 5);
      expect(await isRefused(browserAt(one, here, device))).toBe(true);
      expect(await isRefused(browserAt(other, here, device))).toBe(true);
    });
  }
});
