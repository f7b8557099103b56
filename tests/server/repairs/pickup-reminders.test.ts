import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { type AppOptions, type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { day, hour, minute, settableClock } from '../../harness/settable-clock.ts';
import {
  assign,
  complete,
  normalized,
  repairInStatus,
  say,
  stayLoggedIn,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { type TextingRules, textingShop } from '../../harness/texting-shop.ts';
import { csvText, importFile } from '../../harness/transfers.ts';

/** A Monday, ten in the morning in New York. */
const morning = Date.parse('2026-03-02T15:00:00Z');

const rules: TextingRules = { remindsOfPickUp: true };

describeOnBothInLongRun('a reminder to pick a watch up', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  const options = (): AppOptions => ({
    config: { shop: textingShop(rules) },
    overrides: { sender },
  });
  beforeEach(async () => {
    sender = scriptedSender();
    shop = await startApp(engine, { ...options(), clock: settableClock(morning) });
  });
  afterEach(() => shop.close());

  const pass = async (milliseconds: number) => {
    shop.clock.advance(milliseconds);
    await shop.app.meetDeadlines();
    await stayLoggedIn(shop);
  };
  const remindersTo = ({ customerPhone }: Repair) =>
    sender.sent
      .filter(({ to, body }) => to === normalized(customerPhone) && / ready since /.test(body))
      .map(({ body }) => body);
  const finish = async (changes: Parameters<typeof takeIn>[1] = {}) => {
    const { ticketNumber } = await takeIn(shop, changes);
    await assign(shop, ticketNumber);
    return (await complete(shop, ticketNumber)).repair;
  };
  const set = (changes: TextingRules) =>
    shop.staff.call('changeSettings', { body: textingShop({ ...rules, ...changes }) });

  it('goes out after a week and after a month, and then no more', async () => {
    const repair = await finish({ repairPrice: 80 });
    const { ticketNumber } = repair;
    const body = (balance: string) =>
      `Watch Repair Shop: your Omega Speedmaster, ticket ${ticketNumber}, has been ready since Mon, Mar 2.${balance} Questions? (212) 555-0100`;
    await pass(7 * day - 1);
    expect(remindersTo(repair)).toEqual([]);
    await pass(1);
    await pass(minute);
    await pass(day);
    expect(remindersTo(repair)).toEqual([body(' Balance $80.00.')]);
    const { messages, events } = await wholeRepair(shop, ticketNumber);
    expect(messages[0]).toMatchObject({
      kind: 'pickup-reminder',
      state: 'accepted',
      canResend: false,
    });
    expect(events.at(-1)).toMatchObject({
      kind: 'repair-pickup-reminded',
      actor: 'system',
      data: { messageId: messages[0]?.id, reminder: 1 },
    });

    await pass(22 * day - 2 * minute);
    expect(remindersTo(repair)).toHaveLength(1);
    await pass(minute);
    expect(remindersTo(repair)).toHaveLength(2);
    for (let week = 0; week < 5; week += 1) await pass(7 * day);
    expect(remindersTo(repair)).toHaveLength(2);
  });

  it('leaves the balance out if none is left, and gives the year if it is a different one', async () => {
    shop.clock.now = Date.parse('2026-12-30T15:00:00Z');
    await stayLoggedIn(shop);
    const repair = await finish();
    await pass(7 * day);
    expect(remindersTo(repair)).toEqual([
      `Watch Repair Shop: your Omega Speedmaster, ticket ${repair.ticketNumber}, has been ready since Wed, Dec 30, 2026. Questions? (212) 555-0100`,
    ]);
  });

  it('waits for the shop’s hours, by its own clock, even when the clocks change', async () => {
    // Sunday evening; before the week is over the clocks go forward.
    shop.clock.now = Date.parse('2026-03-01T23:30:00Z');
    await stayLoggedIn(shop);
    const repair = await finish();
    await pass(7 * day);
    shop.clock.now = Date.parse('2026-03-09T12:59:00Z');
    await pass(0);
    expect(remindersTo(repair)).toEqual([]);
    await pass(minute);
    expect(remindersTo(repair)).toHaveLength(1);
  });

  it('waits for a day on which the shop is open', async () => {
    const repair = await finish();
    await set({ openDays: ['wed'] });
    // Monday and Tuesday, at times at which the shop would be open.
    await pass(7 * day);
    await pass(day);
    expect(remindersTo(repair)).toEqual([]);
    await pass(day);
    expect(remindersTo(repair)).toHaveLength(1);
  });

  it('waits for the end of closed dates, and for the hours of the day', async () => {
    const repair = await finish();
    // Due on Monday, March 9, at eleven, as the clocks have gone forward; on Wednesday the shop opens at noon.
    await set({
      closedDates: [{ from: '2026-03-07', to: '2026-03-10', name: 'Vacation' }],
      dayHours: { wed: { from: '12:00', to: '20:00' } },
    });
    await pass(7 * day);
    await pass(day);
    await pass(day);
    expect(remindersTo(repair)).toEqual([]);
    await pass(2 * hour);
    expect(remindersTo(repair)).toHaveLength(1);
  });

  it('does not go to anyone who came, opted out, cannot be texted, or whose repair is open or gone', async () => {
    const came = await finish();
    const optedOut = await finish();
    await finish({ customerPhone: '+47 92 34 56 78' });
    const deleted = await finish();
    const reopened = await finish();
    await shop.staff.call('collectRepair', {
      params: { ticketNumber: came.ticketNumber },
      body: {},
    });
    await say(shop, optedOut.customerPhone, 'STOP');
    await shop.staff.call('deleteRepair', { params: { ticketNumber: deleted.ticketNumber } });
    await shop.staff.call('reopenRepair', { params: { ticketNumber: reopened.ticketNumber } });
    const open = await repairInStatus(shop, 'pending');
    const before = sender.sent.length;
    await pass(8 * day);
    await pass(23 * day);
    expect(sender.sent.slice(before)).toEqual([]);
    expect(open.status).toBe('pending');
  });

  it('starts over if the repair is completed again', async () => {
    const repair = await finish();
    const { ticketNumber } = repair;
    await pass(7 * day);
    await shop.staff.call('reopenRepair', { params: { ticketNumber } });
    shop.clock.advance(day);
    await stayLoggedIn(shop);
    await complete(shop, ticketNumber);
    await pass(6 * day);
    expect(remindersTo(repair)).toHaveLength(1);
    await pass(day);
    expect(remindersTo(repair)).toMatchObject([
      expect.stringContaining('since Mon, Mar 2.'),
      expect.stringContaining('since Tue, Mar 10.'),
    ]);
  });

  it('goes out only if the shop has switched it on, and not for what is old', async () => {
    await set({ remindsOfPickUp: false });
    const repair = await finish();
    await pass(8 * day);
    await pass(12 * day);
    expect(remindersTo(repair)).toEqual([]);
    await set({});
    await pass(minute);
    // Its first moment is long past; the second comes.
    expect(remindersTo(repair)).toEqual([]);
    await pass(10 * day);
    expect(remindersTo(repair)).toHaveLength(1);
  });

  it('is not sent for what was completed before pickups were recorded, nor for what was imported', async () => {
    const old = await finish();
    // The migration leaves it like this; staff then say that it is still here.
    await shop.rows.run(
      'update repair_tickets set is_handed_out = 1, pickup_reminders = 2 where id = ?',
      old.id,
    );
    const params = { ticketNumber: old.ticketNumber };
    const { repair } = await shop.staff.call('collectRepair', { params, body: {} });
    const { collectedAt } = repair;
    await shop.staff.call('undoCollectRepair', {
      params,
      body: { collectedAt: collectedAt ?? '' },
    });
    const file = csvText(
      [
        'Name',
        'Email',
        'Phone',
        'Watch brand',
        'Watch model',
        'Request',
        'Completed at',
        'Picked up',
      ],
      ['C', 'c@example.com', '212-555-0188', 'Seiko', 'SKX', 'Stopped', '2026-03-01', 'no'],
    );
    expect(await importFile(shop.staff, 'repairs', file)).toMatchObject({ added: 1 });
    expect((await shop.staff.call('getOverview')).waitingForPickup).toBe(2);
    const before = sender.sent.length;
    await pass(8 * day);
    await pass(23 * day);
    expect(sender.sent.slice(before)).toEqual([]);
  });

  it('goes out once from several processes, and after a crash in the middle', async () => {
    const repair = await finish();
    const { storage, clock } = shop;
    clock.advance(7 * day);
    // One process serves an embedded database: there the same one is asked twice at once.
    const other =
      engine === 'postgres' ? await startApp(engine, { ...options(), storage, clock }) : null;
    await Promise.all([shop.app.meetDeadlines(), (other ?? shop).app.meetDeadlines()]);
    expect(remindersTo(repair)).toHaveLength(1);
    // As a crash leaves it: recorded, and nobody knows whether it was sent.
    await shop.rows.run("update messages set state = 'sending' where kind = 'pickup-reminder'");
    await other?.stop();
    await stayLoggedIn(shop);
    await pass(hour);
    expect(remindersTo(repair)).toHaveLength(1);
    sender.finds.push({ kind: 'not-found' });
    await shop.app.reconcileTexts();
    await pass(hour);
    expect(remindersTo(repair)).toHaveLength(1);
    expect((await shop.staff.call('listAttention')).items).toMatchObject([
      { reason: 'not-delivered', happened: 'The pickup reminder was not delivered.' },
    ]);
  });
});
