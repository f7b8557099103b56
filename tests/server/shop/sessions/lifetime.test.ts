import { beforeAll, expect, it, vi } from 'vitest';
import { type RunningApp, startApp } from '../../../harness/app.ts';
import { describeOnBothEngines } from '../../../harness/engine.ts';
import type { HttpClient } from '../../../harness/http-client.ts';
import { day, hour } from '../../../harness/settable-clock.ts';

describeOnBothEngines('how long a session lives', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
    return () => shop.close();
  });

  const isAlive = async (browser: HttpClient) =>
    (await browser.attempt('listRepairs')).status === 200;

  /** Its last use is written down on the side; a clock that leaps must not get ahead of that. */
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

  it('says until when it lives, which every use puts off', async () => {
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

  it('leaves no ended sessions behind', async () => {
    await shop.logIn();
    shop.clock.advance(8 * day);
    await shop.logIn();
    expect(await shop.rows.run('select token_hash from sessions')).toHaveLength(1);
  });
});
