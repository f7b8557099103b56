import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RealTexts, startWithRealTexts } from '../../harness/real-texts.ts';
import { hour, minute, second } from '../../harness/settable-clock.ts';
import {
  normalised,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import type { ScenarioName } from '../../harness/twilio-scenarios.ts';

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

  /** An estimate whose sending is cut short. */
  async function cutShort(scenario: ScenarioName) {
    await stayLoggedIn(texting.shop);
    const { shop, standIn } = texting;
    const { ticketNumber, customerPhone } = await takeIn(shop);
    standIn.script(normalised(customerPhone), scenario);
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
  ])('%s: what went out is found, and no second one leaves', async (_what, ahead, isSetRight) => {
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
    texting.standIn.text(normalised(repair.customerPhone), 'ACCEPT');
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
    expect(said.match(/This machine's clock is 6 minutes ahead/g)).toHaveLength(1);
    texting.setAhead(0);
    expect(await shown()).toBe(0);
  });
});
