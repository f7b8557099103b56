import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { type AppOptions, type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { day, hour, minute, settableClock } from '../../harness/settable-clock.ts';
import {
  changePhone,
  currentRepair,
  newPhone,
  normalized,
  say,
  stayLoggedIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { type TextingRules, textingShop } from '../../harness/texting-shop.ts';

/** A Monday, ten in the morning in New York. */
const morning = Date.parse('2026-03-02T15:00:00Z');

const rules: TextingRules = { reminderAfterDays: 3, estimateExpiresAfterDays: 30 };

describeOnBothInLongRun('as time passes', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  const optionsFor = (texting: TextingRules): AppOptions => ({
    config: { shop: textingShop(texting) },
    overrides: { sender },
  });
  const estimateAgain = ({ ticketNumber }: Repair, amount: number) =>
    shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount } });
  const open = async (changes: TextingRules = {}) => {
    sender = scriptedSender();
    shop = await startApp(engine, {
      ...optionsFor({ ...rules, ...changes }),
      clock: settableClock(morning),
    });
  };
  const pass = async (milliseconds: number) => {
    shop.clock.advance(milliseconds);
    await shop.app.meetDeadlines();
    await stayLoggedIn(shop);
  };
  const remindersTo = ({ customerPhone }: Repair) =>
    sender.sent.filter(
      ({ to, body }) => to === normalized(customerPhone) && body.includes('reminder'),
    );

  describe('a reminder', () => {
    beforeEach(() => open());
    afterEach(() => shop.close());

    it('goes out once, after the days that the shop has set', async () => {
      const { repair, estimateId } = await takeInWithEstimate(shop);
      await pass(3 * day - 1);
      expect(remindersTo(repair)).toEqual([]);
      await pass(1);
      expect(remindersTo(repair)).toMatchObject([
        {
          body: `Watch Repair Shop reminder: Omega Speedmaster estimate $150.00, ticket ${repair.ticketNumber}. Reply ACCEPT or DECLINE. Questions? (212) 555-0100. STOP to opt out.`,
        },
      ]);
      const remindedAt = new Date(shop.clock.now).toISOString();
      await pass(minute);
      await pass(day);
      expect(remindersTo(repair)).toHaveLength(1);
      const { messages, events, estimates } = await wholeRepair(shop, repair.ticketNumber);
      expect(messages[0]).toMatchObject({ kind: 'reminder', state: 'accepted', canResend: false });
      expect(estimates).toMatchObject([{ id: estimateId, remindedAt, status: 'sent' }]);
      expect(events.at(-1)).toMatchObject({
        kind: 'estimate-reminded',
        actor: 'system',
        data: { estimateId, messageId: messages[0]?.id },
      });
      await say(shop, repair.customerPhone, 'ACCEPT');
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-accepted');
    });

    it('waits for the shop’s hours, by its own clock, even when the clocks change', async () => {
      // Thursday evening; three days later the clocks go forward in the night.
      shop.clock.now = Date.parse('2026-03-05T23:30:00Z');
      await stayLoggedIn(shop);
      const { repair } = await takeInWithEstimate(shop);
      shop.clock.now = Date.parse('2026-03-08T23:30:00Z');
      await pass(0);
      shop.clock.now = Date.parse('2026-03-09T12:59:00Z');
      await pass(0);
      expect(remindersTo(repair)).toEqual([]);
      await pass(minute);
      expect(remindersTo(repair)).toHaveLength(1);
    });

    it('does not go to anyone who answered, opted out, has another number or received another estimate', async () => {
      const open = async () => (await takeInWithEstimate(shop)).repair;
      const answered = await open();
      const declined = await open();
      const optedOut = await open();
      const moved = await open();
      const deleted = await open();
      const deletedTicket = await open();
      const replaced = await open();
      await say(shop, answered.customerPhone, 'ACCEPT');
      await say(shop, declined.customerPhone, 'DECLINE');
      await say(shop, optedOut.customerPhone, 'STOP');
      await changePhone(shop, moved, newPhone());
      await shop.staff.call('deleteEstimate', { params: { id: deleted.estimateId ?? '' } });
      const { ticketNumber } = deletedTicket;
      await shop.staff.call('deleteRepair', { params: { ticketNumber } });
      await pass(2 * day);
      await estimateAgain(replaced, 80);
      await pass(day + hour);
      const all = [answered, declined, optedOut, moved, deleted, deletedTicket, replaced];
      for (const repair of all) expect(remindersTo(repair)).toEqual([]);
      await pass(2 * day);
      expect(remindersTo(replaced)).toMatchObject([{ body: expect.stringContaining('$80.00') }]);
    });

    it('does not go to anyone who has been waiting since before the shop sent reminders', async () => {
      const { repair } = await takeInWithEstimate(shop);
      // Eight days late, a Sunday among them.
      await pass(11 * day + hour);
      expect(remindersTo(repair)).toEqual([]);
    });

    it('is not delayed by others that may not be sent', async () => {
      const first = await takeInWithEstimate(shop);
      const { clientId, estimateId } = first.repair;
      await shop.rows.run('update clients set no_texts = 1 where id = ?', clientId);
      // As many as are looked at at once.
      const copy = async (table: string, id: string, changes: Record<string, string>) => {
        const [row = {}] = await shop.rows.run(`select * from ${table} where id = ?`, id);
        const columns = Object.keys(row);
        await shop.rows.run(
          `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`,
          ...(Object.values({ ...row, ...changes }) as (string | number | null)[]),
        );
      };
      for (let copies = 0; copies < 200; copies += 1) {
        const ticketNumber = `WH${100_000 + copies}QQQ`;
        await copy('repair_tickets', first.repair.id, {
          id: randomUUID(),
          repair_id: randomUUID(),
          ticket_number: ticketNumber,
        });
        await copy('estimates', estimateId ?? '', {
          id: randomUUID(),
          repair_id: ticketNumber,
          message_id: randomUUID(),
        });
      }
      shop.clock.advance(minute);
      const { repair } = await takeInWithEstimate(shop);
      await pass(3 * day);
      expect(remindersTo(first.repair)).toEqual([]);
      expect(remindersTo(repair)).toHaveLength(1);
    });

    it('is not sent again when it failed, or when its outcome is unknown', async () => {
      const failed = await takeInWithEstimate(shop);
      shop.clock.advance(minute);
      const unknown = await takeInWithEstimate(shop);
      sender.results.push({ kind: 'rejected', code: '30003' }, { kind: 'unknown' });
      await pass(3 * day);
      await pass(hour);
      await pass(day);
      for (const { repair } of [failed, unknown]) expect(remindersTo(repair)).toHaveLength(1);
      const { items } = await shop.staff.call('listAttention');
      expect(items.map(({ reason, happened }) => [reason, happened])).toEqual([
        ['unsettled', 'We can’t tell yet whether the estimate reminder was sent.'],
        ['not-delivered', 'The estimate reminder was not delivered.'],
      ]);
    });

    it('goes out once from several processes, and after a crash in the middle', async () => {
      const { repair } = await takeInWithEstimate(shop);
      const { storage, clock } = shop;
      clock.advance(3 * day);
      // One process serves an embedded database: there the same one is asked twice at once.
      const other =
        engine === 'postgres'
          ? await startApp(engine, { ...optionsFor(rules), storage, clock })
          : null;
      await Promise.all([shop.app.meetDeadlines(), (other ?? shop).app.meetDeadlines()]);
      expect(remindersTo(repair)).toHaveLength(1);
      // As a crash leaves it: recorded, and nobody knows whether it was sent.
      await shop.rows.run("update messages set state = 'sending' where kind = 'reminder'");
      await other?.stop();
      await stayLoggedIn(shop);
      await pass(hour);
      expect(remindersTo(repair)).toHaveLength(1);
      // Nor when it turns out that it was never sent: then staff see it.
      sender.finds.push({ kind: 'not-found' });
      await shop.app.reconcileTexts();
      await pass(hour);
      expect(remindersTo(repair)).toHaveLength(1);
      expect((await shop.staff.call('listAttention')).items).toMatchObject([
        { reason: 'not-delivered', advice: expect.stringMatching(/was not sent/) },
      ]);
    });
  });

  describe('after a repair was deleted', () => {
    beforeEach(() => open({ estimateExpiresAfterDays: 10 }));
    afterEach(() => shop.close());

    it('nobody is reminded and nothing expires; restoring it says what has expired in the meantime', async () => {
      const { repair } = await takeInWithEstimate(shop);
      const { ticketNumber } = repair;
      await shop.staff.call('deleteRepair', { params: { ticketNumber } });
      await pass(4 * day);
      expect(remindersTo(repair)).toEqual([]);
      await pass(7 * day);
      const stored = await shop.rows.run('select expired_at, reminded_at from estimates');
      expect(stored).toEqual([{ expired_at: null, reminded_at: null }]);
      const back = await shop.staff.call('restoreRepair', { params: { ticketNumber } });
      expect(back.notes).toEqual(['Its estimate has expired unanswered in the meantime.']);
      expect(back.repair.estimateExpiredAt).toBe(new Date(shop.clock.now).toISOString());
    });
  });

  describe('an estimate', () => {
    beforeEach(() => open({ reminderAfterDays: null }));
    afterEach(() => shop.close());

    it('expires, is marked as expired everywhere, and stays in the list', async () => {
      const { repair, estimateId } = await takeInWithEstimate(shop);
      const { ticketNumber } = repair;
      await pass(30 * day - 1);
      expect((await currentRepair(shop, ticketNumber)).estimateExpiredAt).toBeNull();
      const { headers } = await shop.staff.attempt('listEstimates');
      await pass(1);
      const expiredAt = new Date(shop.clock.now).toISOString();
      const poll = await shop.staff.attempt(
        'listEstimates',
        {},
        { 'if-none-match': headers.get('etag') ?? '' },
      );
      expect([poll.status, poll.json()]).toMatchObject([
        200,
        { items: [{ id: estimateId, status: 'sent', isExpired: true, expiredAt }] },
      ]);
      const whole = await wholeRepair(shop, ticketNumber);
      expect(whole.repair).toMatchObject({ status: 'estimate-sent', estimateExpiredAt: expiredAt });
      expect(whole.events.at(-1)).toMatchObject({ kind: 'estimate-expired', actor: 'system' });
      expect((await shop.staff.call('getOverview')).estimates).toBe(1);
      await pass(minute);
      expect((await wholeRepair(shop, ticketNumber)).events).toEqual(whole.events);
    });

    it('that has expired is not accepted by a text, even before it is marked, but a new one is', async () => {
      const { repair } = await takeInWithEstimate(shop);
      shop.clock.advance(30 * day);
      await stayLoggedIn(shop);
      await say(shop, repair.customerPhone, 'ACCEPT');
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
      expect((await shop.staff.call('listAttention')).items).toMatchObject([
        { reason: 'expired', happened: 'The customer answered an estimate that has expired.' },
      ]);
      await estimateAgain(repair, 90);
      expect((await shop.staff.call('listAttention')).items).toEqual([]);
      await say(shop, repair.customerPhone, 'ACCEPT');
      // And what was answered does not run out.
      await pass(60 * day);
      expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
        status: 'estimate-accepted',
        estimatePrice: 90,
        estimateExpiredAt: null,
      });
    });
  });
});
