import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { lookAgainMs } from '../../../../server/shop/sessions/login-attempts.ts';
import { type RunningApp, startApp, testPassword } from '../../../harness/app.ts';
import { describeOnBothEngines } from '../../../harness/engine.ts';
import type { HttpClient } from '../../../harness/http-client.ts';
import { minute, second } from '../../../harness/settable-clock.ts';

/** Behind one proxy: a header says where each request comes from. */
const behindProxy = { config: { trustProxy: 1 } };

function from(shop: RunningApp, address: string): HttpClient {
  return shop.stranger({ 'x-forwarded-for': address });
}

async function failTimes(client: HttpClient, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    expect((await client.logIn('wrong')).problem().code).toBe('invalid-password');
  }
}

describeOnBothEngines('too many failed logins', (engine) => {
  const shops: RunningApp[] = [];
  const open = async (options: Parameters<typeof startApp>[1] = behindProxy) => {
    const shop = await startApp(engine, options);
    shops.push(shop);
    return shop;
  };
  afterEach(async () => {
    const [first, ...others] = shops.splice(0);
    for (const shop of others) await shop.stop();
    await first?.close();
  });

  it('are refused from the sixth on, with the time to wait, even with the right password', async () => {
    const shop = await open();
    const intruder = from(shop, '203.0.113.7');
    await failTimes(intruder, 2);
    shop.clock.advance(10 * second);
    await failTimes(intruder, 3);
    const reply = await intruder.logIn(testPassword);
    expect(reply.problem()).toMatchObject({
      status: 429,
      code: 'too-many-logins',
      title: 'Too many failed logins',
      detail: 'Please wait before trying again.',
    });
    // The first of the five leaves the window of 15 minutes ten seconds before the others.
    expect(reply.headers.get('retry-after')).toBe(String(15 * 60 - 10));
    shop.clock.advance(15 * minute - 10 * second - 1);
    expect((await intruder.logIn(testPassword)).status).toBe(429);
    shop.clock.advance(1);
    expect((await intruder.logIn(testPassword)).status).toBe(204);
  });

  it('from one address do not keep another one out', async () => {
    const shop = await open();
    await failTimes(from(shop, '203.0.113.7'), 5);
    expect((await from(shop, '203.0.113.7').logIn(testPassword)).status).toBe(429);
    expect((await from(shop, '203.0.113.8').logIn(testPassword)).status).toBe(204);
  });

  it('are forgotten after the right password', async () => {
    const shop = await open();
    const staff = from(shop, '203.0.113.7');
    await failTimes(staff, 4);
    expect((await staff.logIn(testPassword)).status).toBe(204);
    await failTimes(staff, 4);
    expect((await staff.logIn(testPassword)).status).toBe(204);
  });

  it('are refused for everybody after fifty from anywhere', async () => {
    const shop = await open();
    for (let address = 1; address <= 10; address += 1) {
      await failTimes(from(shop, `198.51.100.${address}`), 5);
    }
    const other = from(shop, '203.0.113.99');
    const reply = await other.logIn(testPassword);
    expect(reply.problem().code).toBe('too-many-logins');
    expect(reply.headers.get('retry-after')).toBe('900');
    // Those who are logged in stay logged in.
    expect((await shop.staff.attempt('listRepairs')).status).toBe(200);
    shop.clock.advance(15 * minute);
    expect((await other.logIn(testPassword)).status).toBe(204);
  });

  it('cannot all slip through at the same moment', async () => {
    const shop = await open();
    const intruder = from(shop, '203.0.113.7');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => intruder.attempt('logIn', { body: { password: 'wrong' } })),
    );
    const codes = replies.map((reply) => reply.problem().code);
    expect(codes.filter((code) => code === 'invalid-password')).toHaveLength(5);
    expect(codes.filter((code) => code === 'too-many-logins')).toHaveLength(15);
  });

  it('are not those that turn out right: a whole shop behind one address logs in at once', async () => {
    const delay = async (milliseconds: number) => {
      if (milliseconds === lookAgainMs) await sleep(milliseconds);
    };
    const shop = await open({ ...behindProxy, overrides: { delay } });
    const everybody = Array.from({ length: 12 }, () => from(shop, '203.0.113.7'));
    const replies = await Promise.all(everybody.map((each) => each.logIn(testPassword)));
    expect(replies.map(({ status }) => status)).toEqual(everybody.map(() => 204));
  });

  it('do not send anybody away for long before they have failed', async () => {
    let release: () => void = () => undefined;
    let held: Promise<void> | undefined;
    const delay = async (milliseconds: number) => {
      if (milliseconds !== lookAgainMs) await held;
    };
    const shop = await open({ ...behindProxy, overrides: { delay } });
    held = new Promise((resolve) => {
      release = resolve;
    });
    const intruder = from(shop, '203.0.113.7');
    const refusals = Promise.all(
      Array.from({ length: 5 }, async () => (await intruder.logIn('wrong')).problem().code),
    );
    await expect.poll(() => shop.rows.run('select * from login_failures')).toHaveLength(5);
    const during = await intruder.logIn(testPassword);
    release();
    expect(during.problem().code).toBe('too-many-logins');
    expect(during.headers.get('retry-after')).toBe('3');
    expect(await refusals).toEqual(Array(5).fill('invalid-password'));
    const after = await intruder.logIn(testPassword);
    expect(after.headers.get('retry-after')).toBe('900');
  });

  it('are answered more and more slowly', async () => {
    const waits: number[] = [];
    const delay = async (milliseconds: number) => {
      waits.push(milliseconds);
    };
    const shop = await open({ ...behindProxy, overrides: { delay } });
    waits.length = 0;
    await failTimes(from(shop, '203.0.113.7'), 5);
    expect(waits).toEqual([0, 250, 500, 750, 1000]);
  });

  it('count by the address of the connection where no proxy is trusted', async () => {
    const shop = await open({});
    for (let address = 1; address <= 5; address += 1) {
      await failTimes(from(shop, `198.51.100.${address}`), 1);
    }
    expect((await from(shop, '203.0.113.9').logIn(testPassword)).status).toBe(429);
  });

  it('believe only the nearest proxy about where a call comes from', async () => {
    const shop = await open();
    for (let made = 1; made <= 5; made += 1) {
      await failTimes(from(shop, `10.0.0.${made}, 203.0.113.7`), 1);
    }
    expect((await from(shop, '10.0.0.99, 203.0.113.7').logIn(testPassword)).status).toBe(429);
  });

  if (engine === 'postgres') {
    it('are counted over all processes of the shop', async () => {
      const one = await open();
      const other = await open({ ...behindProxy, storage: one.storage, clock: one.clock });
      await failTimes(from(one, '203.0.113.7'), 3);
      await failTimes(from(other, '203.0.113.7'), 2);
      expect((await from(one, '203.0.113.7').logIn(testPassword)).status).toBe(429);
      expect((await from(other, '203.0.113.7').logIn(testPassword)).status).toBe(429);
    });
  }
});
