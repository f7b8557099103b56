import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, startApp, testPassword } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type RealTexts, startWithRealTexts } from '../../harness/real-texts.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { day, hour, minute, second, settableClock } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  newIntake,
  normalized,
  reply,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { atAnyTime, textingShop } from '../../harness/texting-shop.ts';
import type { ScenarioName } from '../../harness/twilio-scenarios.ts';

/** A Monday, ten in the morning in New York. */
const morning = Date.parse('2026-03-02T15:00:00Z');

describeOnBothEngines('a clock that jumps', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  beforeEach(async () => {
    sender = scriptedSender();
    const texting = { ...atAnyTime, reminderAfterDays: 3, estimateExpiresAfterDays: 30 };
    shop = await startApp(engine, {
      config: { shop: textingShop(texting) },
      overrides: { sender },
      clock: settableClock(morning),
    });
  });
  afterEach(() => shop.close());

  const isLoggedIn = async () => (await shop.staff.attempt('getSession')).status === 200;
  const tryPassword = async (password: string) =>
    (await shop.stranger().attempt('logIn', { body: { password } })).status;

  it('does not end a session early, prolong a login limit or issue a number twice', async () => {
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
    // Jumping forward, it ends sessions as time does, and the throttle is over as well.
    shop.clock.advance(2 * day + 13 * hour);
    expect(await isLoggedIn()).toBe(false);
    expect(await tryPassword(testPassword)).toBe(204);
  });

  it('causes no second reminder, and invalidates no answer', async () => {
    const { repair } = await takeInWithEstimate(shop);
    const reminders = () =>
      sender.sent.filter(
        ({ to, body }) => to === normalized(repair.customerPhone) && body.includes('reminder'),
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

describe('with a clock that is wrong', () => {
  let texting: RealTexts;
  let said: string;
  beforeEach(async () => {
    said = '';
    const log = pino(
      { level: 'warn' },
      {
        write: (line) => {
          said += line;
        },
      },
    );
    texting = await startWithRealTexts('sqlite', { log });
  });
  afterEach(() => texting.close());

  async function cutShort(scenario: ScenarioName) {
    await stayLoggedIn(texting.shop);
    const { shop, standIn } = texting;
    const { ticketNumber, customerPhone } = await takeIn(shop);
    standIn.script(normalized(customerPhone), scenario);
    const body = { repairId: ticketNumber, amount: 150 };
    expect((await shop.staff.refused('sendEstimate', { body })).code).toBe('sms-unknown');
    return ticketNumber;
  }
  async function textOf(ticketNumber: string) {
    await stayLoggedIn(texting.shop);
    const { messages, repair } = await wholeRepair(texting.shop, ticketNumber);
    return { state: messages[0]?.state, status: repair.status };
  }

  it.each([
    ['6 minutes ahead', 6 * minute, false],
    ['6 minutes behind', -6 * minute, false],
    ['a day and a half ahead', 36 * hour, false],
    ['a day and a half behind', -36 * hour, false],
    ['6 minutes ahead, then set right', 6 * minute, true],
    ['6 minutes behind, then set right', -6 * minute, true],
    ['5 hours ahead, then set right', 5 * hour, true],
  ])('%s: what went out is found, and none is sent twice', async (_what, ahead, isSetRight) => {
    texting.setAhead(ahead);
    const ticketNumber = await cutShort('is cut off after it took it');
    if (isSetRight) {
      texting.setAhead(0);
      await texting.restart();
    }
    for (let minutes = 0; minutes < 15; minutes += 3) {
      if (!isSetRight) texting.shop.clock.advance(3 * minute);
      await texting.shop.app.reconcileTexts();
      expect(await textOf(ticketNumber)).toEqual({ state: 'accepted', status: 'estimate-sent' });
    }
    const texts = texting.standIn.texts.filter(({ body }) => body.includes('estimate'));
    expect(texts).toHaveLength(1);
  });

  it('what never went out is given up ten minutes after the clock was set right', async () => {
    texting.setAhead(5 * hour);
    const ticketNumber = await cutShort('is cut off before it takes it');
    texting.setAhead(0);
    await texting.shop.app.reconcileTexts();
    texting.shop.clock.advance(10 * minute - 1);
    await texting.shop.app.reconcileTexts();
    expect((await textOf(ticketNumber)).state).toBe('unknown');
    texting.shop.clock.advance(1);
    await texting.shop.app.reconcileTexts();
    expect((await textOf(ticketNumber)).state).toBe('failed');
  });

  it('an answer that is handed over late counts by when it was texted', async () => {
    texting.setAhead(6 * minute);
    const { repair } = await takeInWithEstimate(texting.shop);
    texting.shop.clock.advance(minute);
    texting.standIn.text(normalized(repair.customerPhone), 'ACCEPT');
    texting.shop.clock.advance(3 * minute);
    await texting.shop.app.takeMissedTexts();
    expect((await textOf(repair.ticketNumber)).status).toBe('estimate-accepted');
  });

  it('staff are notified, and the log says it once, until it is right', async () => {
    const shown = async () => {
      await texting.shop.app.takeMissedTexts();
      return (await texting.shop.staff.call('getShop')).clockAheadSeconds;
    };
    expect(await shown()).toBe(0);
    texting.setAhead(59 * second);
    await shown();
    expect(said).toBe('');
    texting.setAhead(6 * minute);
    expect(Math.abs(((await shown()) ?? 0) - 360)).toBeLessThan(2);
    await shown();
    expect(said.match(/This machine’s clock is 6 minutes ahead/g)).toHaveLength(1);
    texting.setAhead(0);
    expect(await shown()).toBe(0);
  });
});
