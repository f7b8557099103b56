import { afterEach, expect, it } from 'vitest';
import type { Problem } from '../../../../domain/problems.ts';
import type { Database } from '../../../../server/database/database.ts';
import { Sessions } from '../../../../server/shop/sessions/actions.ts';
import {
  hashPassword,
  replacePassword,
  setPassword,
  storedPasswordHash,
} from '../../../../server/shop/sessions/password.ts';
import { type AppOptions, type RunningApp, startApp, testPassword } from '../../../harness/app.ts';
import { describeOnBothInLongRun, openAgain } from '../../../harness/engine.ts';
import { readEvents } from '../../../harness/event-reader.ts';
import { HttpClient } from '../../../harness/http-client.ts';
import { hour, minute, second } from '../../../harness/settable-clock.ts';

const newPassword = 'loupe and tweezers';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.5 Mobile Safari/604.1';

describeOnBothInLongRun('who is logged in', (engine) => {
  const open: RunningApp[] = [];
  const started = async (options: AppOptions = {}) => {
    const shop = await startApp(engine, options);
    open.push(shop);
    return shop;
  };
  /** A shop that keeps its password itself, as it was set before. */
  const keepingItsPassword = async () => {
    const first = await startApp(engine);
    await first.stop();
    const { storage, clock } = first;
    return started({ storage, clock, config: { shopPassword: null } });
  };
  afterEach(async () => {
    for (const shop of open.splice(0)) await shop.close();
  });

  const logIn = async (shop: RunningApp, userAgent = firefox, password = testPassword) => {
    const browser = shop.stranger({ 'user-agent': userAgent });
    expect((await browser.logIn(password)).status).toBe(204);
    return browser;
  };
  const isIn = async (browser: HttpClient) => (await browser.attempt('getSession')).status === 200;
  const idOf = async (browser: HttpClient) => {
    const { items } = await browser.call('listSessions');
    return items.find(({ isCurrent }) => isCurrent)?.id ?? '';
  };

  it('is listed with what tells the computers apart, and nothing that opens a session', async () => {
    const shop = await started();
    shop.clock.advance(hour);
    const browser = await logIn(shop);
    shop.clock.advance(hour);
    const phone = await logIn(shop, safari);
    const { items, passwordIsSetOutside } = await phone.call('listSessions');
    expect(passwordIsSetOutside).toBe(true);
    expect(items.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Safari on iPhone', true],
      ['Firefox on Windows', false],
      ['Unknown browser', false],
    ]);
    expect(items.map(({ createdAt }) => Date.parse(createdAt))).toEqual([
      shop.clock.now,
      shop.clock.now - hour,
      shop.clock.now - 2 * hour,
    ]);
    const shown = JSON.stringify(items);
    for (const { token_hash } of await shop.rows.run('select token_hash from sessions')) {
      expect(shown).not.toContain(String(token_hash));
      const hex = Buffer.from(String(token_hash), 'base64url').toString('hex');
      expect(items.map(({ id }) => id)).toContain(hex.slice(0, 12));
    }
    for (const { cookie } of [browser, phone, shop.staff]) {
      expect(shown).not.toContain(cookie?.split('=')[1]);
    }
    shop.clock.advance(11 * hour + minute);
    const later = await logIn(shop);
    expect((await later.call('listSessions')).items, 'those that have run out').toHaveLength(2);
  });

  it('is logged out by hand, one by one, at once', async () => {
    const shop = await started();
    const [browser, phone] = [await logIn(shop), await logIn(shop, safari)];
    const id = await idOf(phone);
    expect(await isIn(phone)).toBe(true);
    await browser.call('endSession', { params: { id } });
    expect(await isIn(phone)).toBe(false);
    expect(await isIn(browser)).toBe(true);
    const again = await browser.refused('endSession', { params: { id } });
    expect(again).toMatchObject({ status: 404, code: 'session-not-found' });
    for (const wrong of ['', '0', `${id}0`, id.slice(0, 11), "' or 1=1", '%']) {
      const reply = await browser.send('DELETE', `/api/sessions/${encodeURIComponent(wrong)}`);
      expect([404, 422]).toContain(reply.status);
    }
    expect(await isIn(browser)).toBe(true);
  });

  it('is logged out everywhere else, or everywhere, and the live streams end', async () => {
    const shop = await started();
    const [browser, phone] = [await logIn(shop), await logIn(shop, safari)];
    const stream = await readEvents(phone);
    const own = await readEvents(browser);
    await stream.until(1);
    await own.until(1);
    expect(await browser.call('endSessions', { query: { scope: 'others' } })).toEqual({ ended: 2 });
    await expect(stream.ended).resolves.toBeUndefined();
    expect(await isIn(phone)).toBe(false);
    expect(await isIn(shop.staff)).toBe(false);
    expect(await isIn(browser)).toBe(true);
    const reply = await browser.attempt('endSessions', { query: { scope: 'all' } });
    expect(reply.json()).toEqual({ ended: 1 });
    expect(reply.headers.get('set-cookie')).toMatch(/^shop_session=; .*Max-Age=0/);
    await expect(own.ended).resolves.toBeUndefined();
    expect(await isIn(browser)).toBe(false);
    expect(await shop.rows.run('select * from sessions')).toEqual([]);
    const unclear = await (await logIn(shop)).send('DELETE', '/api/sessions');
    expect(unclear.problem()).toMatchObject({ code: 'validation-failed' });
  });

  it('is logged out by the browser’s next login', async () => {
    const shop = await started();
    const browser = await logIn(shop);
    const earlier = new HttpClient(shop.origin, browser.cookie);
    await browser.logIn(testPassword);
    expect(browser.cookie).not.toBe(earlier.cookie);
    expect(await isIn(earlier)).toBe(false);
    expect(await isIn(browser)).toBe(true);
  });

  it('changes the password, which ends every session and opens a new one', async () => {
    const shop = await keepingItsPassword();
    const [browser, phone] = [await logIn(shop), await logIn(shop, safari)];
    const stream = await readEvents(phone);
    await stream.until(1);
    const before = browser.cookie;
    const body = { currentPassword: testPassword, newPassword };
    const reply = await browser.attempt('changePassword', { body });
    expect(reply.status).toBe(204);
    browser.cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? null;
    await expect(stream.ended).resolves.toBeUndefined();
    expect(await isIn(phone)).toBe(false);
    expect(await isIn(new HttpClient(shop.origin, before))).toBe(false);
    const { items } = await browser.call('listSessions');
    expect(items).toMatchObject([{ device: 'Firefox on Windows', isCurrent: true }]);
    expect((await shop.stranger().logIn(testPassword)).status).toBe(401);
    expect((await shop.stranger().logIn(newPassword)).status).toBe(204);
  });

  it('is only one of two people who change the password at once', async () => {
    const shop = await keepingItsPassword();
    const browsers = [await logIn(shop), await logIn(shop, safari)];
    const replies = await Promise.all(
      browsers.map((browser, index) =>
        browser.attempt('changePassword', {
          body: { currentPassword: testPassword, newPassword: `${newPassword} ${index}` },
        }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 401]);
    const winner = replies.findIndex(({ status }) => status === 204);
    expect((await shop.stranger().logIn(`${newPassword} ${winner}`)).status).toBe(204);
  });

  /** A login, and what happens between its password being found right and its session's opening. */
  const logInAround = async (
    shop: RunningApp,
    meanwhile: (database: Database) => Promise<void>,
  ) => {
    const database = await openAgain(shop.storage);
    let isRight = false;
    const transact: Database['transact'] = async (work) => {
      const done = await database.transact(work);
      const attempts = await database.read.selectFrom('login_failures').select('id').execute();
      if (!isRight && attempts.length === 0) {
        isRight = true;
        await meanwhile(database);
      }
      return done;
    };
    const sessions = new Sessions({
      database: Object.assign(Object.create(database), { transact }),
      clock: shop.clock.read,
      passwordIsSet: Promise.resolve(),
      passwordIsSetOutside: false,
      tokenIn: () => null,
      delay: async () => undefined,
    });
    const opener = { address: '203.0.113.7', device: 'Firefox on Windows' };
    const refusal = await sessions.logIn(testPassword, opener, null).then(
      () => null,
      (error: Problem) => error.code,
    );
    expect(isRight).toBe(true);
    await database.close();
    return refusal;
  };

  it('is not someone whose password was right just before it was changed', async () => {
    const shop = await keepingItsPassword();
    const refusal = await logInAround(shop, (database) => setPassword(database, newPassword));
    expect(refusal).toBe('invalid-password');
    expect(await shop.rows.run('select * from sessions')).toEqual([]);
    expect((await shop.stranger().logIn(newPassword)).status).toBe(204);
  });

  it('changes nothing with a wrong current password or a poor new one', async () => {
    const shop = await keepingItsPassword();
    const attempt = async (currentPassword: string, next: string) => {
      const body = { currentPassword, newPassword: next };
      return (await shop.staff.attempt('changePassword', { body })).problem();
    };
    expect(await attempt('wrong', newPassword)).toMatchObject({
      status: 401,
      code: 'invalid-password',
      errors: [{ path: 'currentPassword', message: 'Invalid password. Please try again.' }],
    });
    // What else is poor is tested in domain/new-password.test.ts.
    for (const [next, message] of [
      ['short', /8 to 200 characters/],
      [testPassword.replaceAll('c', 'ｃ'), /must differ/],
    ] as const) {
      expect(await attempt(testPassword, next)).toMatchObject({
        status: 422,
        code: 'validation-failed',
        errors: [{ path: 'newPassword', message: expect.stringMatching(message) }],
      });
    }
    expect(await isIn(shop.staff)).toBe(true);
    expect((await shop.stranger().logIn(testPassword)).status).toBe(204);
  });

  it('cannot guess the password by changing it: wrong ones count as failed logins', async () => {
    const shop = await keepingItsPassword();
    const body = { currentPassword: 'wrong', newPassword };
    const codes: string[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      codes.push((await shop.staff.attempt('changePassword', { body })).problem().code);
    }
    expect(codes).toEqual([...Array(5).fill('invalid-password'), 'too-many-logins']);
    expect((await shop.stranger().logIn(testPassword)).status).toBe(429);
    shop.clock.advance(15 * minute + second);
    expect((await shop.stranger().logIn(testPassword)).status).toBe(204);
  });

  it('leaves alone a password that SHOP_PASSWORD sets', async () => {
    const shop = await started();
    const body = { currentPassword: testPassword, newPassword };
    const problem = (await shop.staff.attempt('changePassword', { body })).problem();
    expect(problem).toMatchObject({ status: 409, code: 'password-set-outside' });
    expect((await shop.stranger().logIn(testPassword)).status).toBe(204);
  });

  if (engine === 'postgres') {
    it('is not someone whose password was right while another was being set', async () => {
      const shop = await keepingItsPassword();
      const other = await openAgain(shop.storage);
      let changing: Promise<void> | undefined;
      const refusal = await logInAround(shop, async (database) => {
        const checked = (await storedPasswordHash(database.read)) ?? '';
        const next = await hashPassword(newPassword);
        await new Promise<void>((resolve) => {
          changing = other.transact(async (tx) => {
            await replacePassword(tx, other.dialect, { from: checked, to: next, but: null });
            resolve();
            // Not committed before the login has reached the point where it has to wait for it.
            await expect
              .poll(() =>
                shop.rows.run(
                  "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
                ),
              )
              .not.toEqual([]);
          });
        });
      });
      await changing;
      expect(refusal).toBe('invalid-password');
      expect(await shop.rows.run('select * from sessions')).toEqual([]);
      await other.close();
    });
  }
});
