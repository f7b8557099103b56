import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultShopConfig } from '../../../domain/shop-config.ts';
import { type RunningApp, startApp, testPassword } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { day, hour, minute, settableClock } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  newIntake,
  normalised,
  reply,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

/** A Monday, ten in the morning in New York. */
const morning = Date.parse('2026-03-02T15:00:00Z');

describeOnBothEngines('a clock that is set', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  beforeEach(async () => {
    sender = scriptedSender();
    const texting = {
      reminderAfterDays: 3,
      hours: { from: '09:00', to: '18:00' },
      timeZone: 'America/New_York',
      estimateExpiresAfterDays: 30,
    };
    shop = await startApp(engine, {
      config: { shop: { ...defaultShopConfig, texting } },
      overrides: { sender },
      clock: settableClock(morning),
    });
  });
  afterEach(() => shop.close());

  const isLoggedIn = async () => (await shop.staff.attempt('getSession')).status === 200;
  const tryPassword = async (password: string) =>
    (await shop.stranger().attempt('logIn', { body: { password } })).status;

  it('ends no session and refuses no login too soon, and makes no number twice', async () => {
    const before = await takeIn(shop);
    for (let failures = 0; failures < 5; failures += 1) await tryPassword('wrong');
    expect(await tryPassword(testPassword)).toBe(429);
    shop.clock.advance(-2 * day);
    expect(await isLoggedIn()).toBe(true);
    // Failures that lie in the future say nothing about now.
    expect(await tryPassword(testPassword)).toBe(204);
    const numbers = new Set([before.ticketNumber]);
    for (let watches = 0; watches < 10; watches += 1) {
      numbers.add((await takeIn(shop)).ticketNumber);
    }
    expect(numbers.size).toBe(11);
    // The same form again is the same ticket, no matter what the clock says.
    const body = newIntake();
    const first = await shop.staff.call('createRepair', { body });
    shop.clock.advance(-hour);
    const again = await shop.staff.attempt('createRepair', { body });
    expect([again.status, again.json()]).toMatchObject([
      200,
      { repair: { ticketNumber: first.repair.ticketNumber } },
    ]);
    // Forward it ends sessions as time does, and the throttle is over as well.
    shop.clock.advance(2 * day + 13 * hour);
    expect(await isLoggedIn()).toBe(false);
    expect(await tryPassword(testPassword)).toBe(204);
  });

  it('reminds nobody twice, and lets no answer count less', async () => {
    const { repair } = await takeInWithEstimate(shop);
    const reminders = () =>
      sender.sent.filter(
        ({ to, body }) => to === normalised(repair.customerPhone) && body.includes('reminder'),
      ).length;
    shop.clock.advance(3 * day);
    await shop.app.meetDeadlines();
    expect(reminders()).toBe(1);
    for (const jump of [-3 * day, 3 * day, -5 * day, 6 * day]) {
      shop.clock.advance(jump);
      await shop.app.meetDeadlines();
    }
    expect(reminders()).toBe(1);
    shop.clock.advance(-2 * day);
    await shop.staff.logIn(testPassword);
    await reply(shop, repair, 'ACCEPT');
    expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-accepted');
    shop.clock.advance(-10 * minute);
    const { ticketNumber } = repair;
    await shop.staff.call('assignRepair', {
      params: { ticketNumber },
      body: { technicianId: 'technician-1' },
    });
    // The order in which things happened is that of their numbers, not of their times.
    const { events } = await shop.staff.call('getRepair', { params: { ticketNumber } });
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.indexOf('estimate-accepted')).toBeGreaterThan(0);
    expect(kinds.at(-1)).toBe('repair-assigned');
  });
});
