import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { lookAgainMs } from '../../../../server/shop/sessions/login-attempts.ts';
import { type AppOptions, type RunningApp, startApp, testPassword } from '../../../harness/app.ts';
import { createStorage, describeOnBothInLongRun, type Engine } from '../../../harness/engine.ts';
import type { HttpClient, Reply } from '../../../harness/http-client.ts';
import { hour, minute, second } from '../../../harness/settable-clock.ts';

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

function altered(pair: string, place: number): string {
  const at = pair.indexOf('=') + 1 + place;
  return pair.slice(0, at) + (pair[at] === 'A' ? 'B' : 'A') + pair.slice(at + 1);
}

const shops: RunningApp[] = [];
/** How long answers were held back, in milliseconds. */
const waits: number[] = [];
afterEach(async () => {
  const [first, ...others] = shops.splice(0);
  for (const shop of others) await shop.stop();
  await first?.close();
  waits.length = 0;
});

/** Behind one proxy, unless stated otherwise: a header says where each request comes from. */
async function open(engine: Engine, options: AppOptions = {}): Promise<RunningApp> {
  const delay = async (milliseconds: number) => {
    waits.push(milliseconds);
  };
  const config = { trustProxy: 1, ...options.config };
  const shop = await startApp(engine, { overrides: { delay }, ...options, config });
  shops.push(shop);
  return shop;
}
const noProxy: AppOptions = { config: { trustProxy: false } };

function browserAt(shop: RunningApp, address: string, device: string | null = null): HttpClient {
  const browser = shop.stranger({ 'x-forwarded-for': address });
  browser.cookie = device;
  return browser;
}

async function fail(browser: HttpClient, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    expect((await browser.logIn('wrong')).problem().code).toBe('invalid-password');
  }
}

describeOnBothInLongRun('too many failed logins', (engine) => {
  it('are refused from the sixth on, with the time to wait, even with the right password', async () => {
    const shop = await open(engine);
    const intruder = browserAt(shop, here);
    await fail(intruder, 2);
    shop.clock.advance(10 * second);
    await fail(intruder, 3);
    const reply = await intruder.logIn(testPassword);
    expect(reply.problem()).toMatchObject({
      status: 429,
      code: 'too-many-logins',
      title: 'Too many failed logins',
      detail: 'Please wait before trying again.',
    });
    // The first two leave the window of 15 minutes ten seconds before the other three.
    expect(reply.headers.get('retry-after')).toBe(String(15 * 60 - 10));
    shop.clock.advance(15 * minute - 10 * second - 1);
    expect((await intruder.logIn(testPassword)).status).toBe(429);
    shop.clock.advance(1);
    expect((await intruder.logIn(testPassword)).status).toBe(204);
  });

  it('are forgotten after the right password', async () => {
    const shop = await open(engine);
    const staff = browserAt(shop, here);
    await fail(staff, 4);
    expect((await staff.logIn(testPassword)).status).toBe(204);
    await fail(staff, 4);
    expect((await staff.logIn(testPassword)).status).toBe(204);
  });

  it('cannot all slip through at the same moment', async () => {
    const shop = await open(engine);
    const intruder = browserAt(shop, here);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => intruder.attempt('logIn', { body: { password: 'wrong' } })),
    );
    const codes = replies.map((reply) => reply.problem().code);
    expect(codes.filter((code) => code === 'invalid-password')).toHaveLength(5);
    expect(codes.filter((code) => code === 'too-many-logins')).toHaveLength(15);
  });

  it('do not include those that turn out right: a whole shop behind one address logs in at once', async () => {
    const delay = async (milliseconds: number) => {
      if (milliseconds === lookAgainMs) await sleep(milliseconds);
    };
    const shop = await open(engine, { overrides: { delay } });
    const everybody = Array.from({ length: 12 }, () => browserAt(shop, here));
    const replies = await Promise.all(everybody.map((each) => each.logIn(testPassword)));
    expect(replies.map(({ status }) => status)).toEqual(everybody.map(() => 204));
  });

  it.each<[string, AppOptions, (made: number) => string]>([
    [
      'the address of the connection if no proxy is trusted',
      noProxy,
      (made) => `198.51.100.${made}`,
    ],
    ['what the nearest proxy says, and no other', {}, (made) => `10.0.0.${made}, ${here}`],
  ])('count by %s', async (_what, options, addressOf) => {
    const shop = await open(engine, options);
    for (let made = 1; made <= 5; made += 1) await fail(browserAt(shop, addressOf(made)), 1);
    expect((await browserAt(shop, addressOf(6)).logIn(testPassword)).status).toBe(429);
  });
});

describeOnBothInLongRun('a browser that has logged in before', (engine) => {
  const keepingItsPassword = async () => {
    const { stop, storage, clock } = await open(engine);
    await stop();
    shops.length = 0;
    return open(engine, { storage, clock, config: { shopPassword: null } });
  };

  /** Logs in from somewhere else, where nobody has failed. @returns the device's cookie */
  const known = async (shop: RunningApp, password = testPassword) => {
    const reply = await browserAt(shop, '198.51.100.200').logIn(password);
    expect(reply.status).toBe(204);
    const device = deviceIn(reply);
    expect(device).toMatch(devicePattern);
    return device ?? '';
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

  it('gets in while strangers have used up every attempt, even from the shop’s own address', async () => {
    const shop = await open(engine);
    const device = await known(shop);
    await shutOut(shop);
    expect((await browserAt(shop, here, device).logIn(testPassword)).status).toBe(204);
    // What it gets wrong is its own, and so is what it gets right: the strangers stay out.
    await fail(browserAt(shop, here, device), 3);
    expect((await browserAt(shop, here, device).logIn(testPassword)).status).toBe(204);
    expect(await isRefused(browserAt(shop, here))).toBe(true);
    expect(await isRefused(browserAt(shop, '192.0.2.1'))).toBe(true);
  });

  // The engine knows nothing of the cookie, the clock or the password.
  if (engine === 'sqlite') {
    it('is slowed, and after ten wrong passwords judged like an unknown one', async () => {
      const shop = await open(engine);
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
      const shop = await open(engine);
      // It makes its own tables: the usual ones share their password's salt.
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

    it('gets a new cookie with each login, which opens nothing, and none with a wrong one', async () => {
      const shop = await open(engine);
      const pair = deviceIn(await shop.stranger().logIn(testPassword)) ?? '';
      expect((await browserAt(shop, here, pair).attempt('listRepairs')).status).toBe(401);
      const again = await browserAt(shop, here, pair).logIn(testPassword);
      expect(deviceIn(again)).not.toBe(pair);
      const wrong = await shop.stranger().attempt('logIn', { body: { password: 'wrong' } });
      expect(wrong.headers.getSetCookie()).toEqual([]);
    });

    it('stays known after a logout, and after all sessions were ended', async () => {
      const shop = await open(engine);
      const browser = browserAt(shop, here);
      const device = deviceIn(await browser.logIn(testPassword)) ?? '';
      expect(deviceIn(await browser.attempt('logOut'))).toBeUndefined();
      const reply = await shop.staff.attempt('endSessions', { query: { scope: 'all' } });
      expect(deviceIn(reply)).toBeUndefined();
      await shutOut(shop);
      expect((await browserAt(shop, here, device).logIn(testPassword)).status).toBe(204);
    });

    it('is unknown once the password has been changed, except the one that changed it', async () => {
      const shop = await keepingItsPassword();
      const before = await known(shop);
      const browser = browserAt(shop, here);
      const device = deviceIn(await browser.logIn(testPassword));
      browser.cookie = `${browser.cookie}; ${device}`;
      shop.clock.advance(hour);
      // It can change it even though strangers have used up every attempt.
      await shutOut(shop);
      const body = { currentPassword: testPassword, newPassword };
      const after = deviceIn(await browser.attempt('changePassword', { body })) ?? '';
      expect(after).toMatch(devicePattern);
      expect((await browserAt(shop, here, before).logIn(newPassword)).status).toBe(429);
      expect((await browserAt(shop, here, after).logIn(newPassword)).status).toBe(204);
    });
  }

  if (engine === 'postgres') {
    it('is known to all processes of the shop, which count its failures together', async () => {
      const one = await open(engine);
      const other = await open(engine, { storage: one.storage, clock: one.clock });
      const device = await known(one);
      await shutOut(one);
      await fail(browserAt(one, here, device), 5);
      await fail(browserAt(other, here, device), 5);
      expect(await isRefused(browserAt(one, here, device))).toBe(true);
      expect(await isRefused(browserAt(other, here, device))).toBe(true);
    });
  }
});
