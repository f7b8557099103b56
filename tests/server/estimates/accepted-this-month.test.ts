import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { defaultShopSettings } from '../../../domain/shop-settings.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { minute, settableClock } from '../../harness/settable-clock.ts';
import {
  allPages,
  assign,
  complete,
  declinedAfterAcceptance,
  reply,
  stayLoggedIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

describeOnBothInLongRun('the list of estimates accepted this month', (engine) => {
  let shop: RunningApp;
  beforeEach(async () => {
    shop = await startApp(engine, { clock: settableClock(Date.parse('2026-03-02T15:00:00Z')) });
  });
  afterEach(() => shop.close());

  const query = { accepted: 'this-month' } as const;
  const listed = async () =>
    (await shop.staff.call('listEstimates', { query })).items.map(({ repairId }) => repairId);
  const counted = async () => (await shop.staff.call('countEstimates')).acceptedThisMonth;

  const acceptNow = (id: string) =>
    shop.staff.call('answerEstimate', {
      params: { id },
      body: { answer: 'accepted', by: 'counter' },
    });

  async function accept(amount: number) {
    const { repair, estimateId } = await takeInWithEstimate(shop, {}, amount);
    await acceptNow(estimateId);
    return repair;
  }

  it('is empty if none was accepted yet', async () => {
    await takeInWithEstimate(shop);
    expect(await listed()).toEqual([]);
    expect(await counted()).toMatchObject({ count: 0, total: 0 });
  });

  it.each([
    ['America/New_York', '2026-04-01T04:00:00.000Z'],
    ['Pacific/Auckland', '2026-03-31T11:00:00.000Z'],
  ])('begins with the month in %s, at %s', async (timeZone, start) => {
    const calendar = { ...defaultShopSettings.calendar, timeZone };
    await shop.staff.call('changeSettings', { body: { ...defaultShopSettings, calendar } });
    shop.clock.now = Date.parse(start) - 1;
    await stayLoggedIn(shop);
    const last = await accept(10);
    expect(await listed()).toEqual([last.ticketNumber]);
    expect(await counted()).toEqual({ since: '2026-03-01', count: 1, total: 10 });
    shop.clock.advance(1);
    expect(await listed()).toEqual([]);
    const first = await accept(20);
    expect(await listed()).toEqual([first.ticketNumber]);
    expect(await counted()).toEqual({ since: '2026-04-01', count: 1, total: 20 });
  });

  it('comes most recently accepted first, page after page, with a sum exact to the cent', async () => {
    const sent: { repair: Repair; estimateId: string }[] = [];
    for (const amount of [0.1, 0.2, 0.3, 999_999.99, 150.55, 80]) {
      sent.push(await takeInWithEstimate(shop, {}, amount));
      shop.clock.advance(minute);
    }
    // In another order, and two at each moment, so that a page also ends between two of the same
    // moment.
    for (const [index, at] of [2, 3, 0, 1, 4, 5].entries()) {
      await acceptNow(sent[at]?.estimateId ?? '');
      if (index % 2 === 1) shop.clock.advance(minute);
    }
    const wanted = [5, 4, 1, 0, 3, 2].map((at) => sent[at]?.repair.ticketNumber);
    for (const limit of [1, 3, 100]) {
      const items = await allPages(limit, (page) =>
        shop.staff.call('listEstimates', { query: { ...query, ...page } }),
      );
      expect(items.map(({ repairId }) => repairId)).toEqual(wanted);
    }
    expect(await counted()).toMatchObject({ count: 6, total: 1_000_231.14 });
  });

  it('keeps an estimate when the work continues, with the status of its ticket', async () => {
    const { ticketNumber } = await accept(75);
    const states = [];
    for (const go of [
      () => assign(shop, ticketNumber),
      () => shop.staff.call('startRepair', { params: { ticketNumber } }),
      () => complete(shop, ticketNumber),
      () => shop.staff.call('collectRepair', { params: { ticketNumber }, body: {} }),
    ]) {
      await go();
      const { items } = await shop.staff.call('listEstimates', { query });
      states.push(items.map(({ repairStatus }) => repairStatus));
    }
    expect(states).toEqual([['assigned'], ['in-progress'], ['completed'], ['completed']]);
    expect(await counted()).toMatchObject({ count: 1, total: 75 });
  });

  it('leaves out what the customer declined after all', async () => {
    const { repair } = await takeInWithEstimate(shop);
    await reply(shop, repair, 'ACCEPT');
    expect(await listed()).toEqual([repair.ticketNumber]);
    await reply(shop, repair, 'DECLINE');
    expect(await listed()).toEqual([]);
    expect(await counted()).toMatchObject({ count: 0 });
  });

  it('leaves out what a newer estimate replaced, until the work continues at its price', async () => {
    const prices = { accepted: 150, declined: 220 };
    const declined = await declinedAfterAcceptance(shop, prices);
    const { ticketNumber, acceptedId } = declined;
    expect(await listed()).toEqual([]);
    expect(await counted()).toMatchObject({ count: 0, total: 0 });
    await shop.staff.call('goOn', {
      params: { ticketNumber },
      body: { estimateId: acceptedId },
    });
    expect(await listed()).toEqual([ticketNumber]);
    expect(await counted()).toMatchObject({ count: 1, total: 150 });
  });

  it('leaves out a deleted ticket, until it is brought back', async () => {
    const { ticketNumber } = await accept(60);
    const params = { ticketNumber };
    await shop.staff.call('deleteRepair', { params });
    expect(await listed()).toEqual([]);
    expect(await counted()).toMatchObject({ count: 0, total: 0 });
    await shop.staff.call('restoreRepair', { params });
    expect(await listed()).toEqual([ticketNumber]);
    expect(await counted()).toMatchObject({ count: 1, total: 60 });
  });

  it('cannot be combined with another filter', async () => {
    for (const other of [
      { status: 'accepted' },
      { repairId: 'WH123456ABC' },
      { accepted: 'ever' },
    ]) {
      const given = { ...query, ...other };
      const answer = await shop.staff.attempt('listEstimates', { query: given });
      expect(answer.problem()).toMatchObject({ status: 422, errors: [{ path: 'accepted' }] });
    }
  });
});
