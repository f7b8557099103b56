import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import type { FindResult, SendResult } from '../../../server/ports/text-sender.ts';
import { receiveText } from '../../../server/texts/inbound.ts';
import { recordOutcome } from '../../../server/texts/outcomes.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  assign,
  complete,
  currentRepair,
  normalized,
  reply,
  sameCustomer,
  say,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

/** The provider never gives an id twice. */
const newSid = () => `SM${randomUUID().replaceAll('-', '')}`;

describeOnBothInLongRun('an estimate that may or may not have been sent', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  beforeAll(async () => {
    sender = scriptedSender();
    shop = await startApp(engine, { overrides: { sender } });
  });
  afterEach(async () => {
    // What a test left open must not be resolved by the next one's script.
    sender.results.length = 0;
    sender.finds.length = 0;
    await shop.rows.run(
      "update messages set state = 'failed' where state in ('sending', 'unknown')",
    );
  });
  afterAll(async () => {
    await shop.close();
  });

  const send = (repairId: string, amount = 150) =>
    shop.staff.attempt('sendEstimate', { body: { repairId, amount } });
  const whole = (ticketNumber: string) => wholeRepair(shop, ticketNumber);

  /** Sends one whose text stays with the provider until the test lets go. */
  async function sendHeld(ticketNumber: string, amount = 150) {
    const taken = Promise.withResolvers<SendResult>();
    const left = Promise.withResolvers<void>();
    sender.results.push(() => {
      left.resolve();
      return taken.promise;
    });
    const sending = send(ticketNumber, amount);
    await left.promise;
    const sid = newSid();
    return {
      sid,
      /** The provider has taken it. @returns what the shop says to that */
      arrives: () => {
        taken.resolve({ kind: 'accepted', sid });
        return sending;
      },
    };
  }

  const listed = async (repairId: string) =>
    (await shop.staff.call('listEstimates', { query: { repairId } })).items;

  async function unknownEstimate() {
    const repair = await takeIn(shop);
    shop.clock.advance(minute);
    sender.results.push({ kind: 'unknown' });
    const answer = await send(repair.ticketNumber);
    return { repair, answer };
  }

  it('is reported as such, and prevents another', async () => {
    const { repair, answer } = await unknownEstimate();
    expect(answer.problem()).toMatchObject({
      status: 504,
      code: 'sms-unknown',
      title: 'We can’t tell yet whether this was sent',
    });
    const { estimates, messages, repair: now } = await whole(repair.ticketNumber);
    expect(now).toEqual(repair);
    expect(estimates).toEqual([]);
    expect(messages[0]).toMatchObject({
      kind: 'estimate',
      state: 'unknown',
      advice: 'We can’t tell yet whether this was sent.',
    });
    const sentBefore = sender.sent.length;
    expect((await send(repair.ticketNumber)).problem()).toMatchObject({
      status: 409,
      code: 'estimate-in-flight',
      title: 'An estimate is being sent',
    });
    expect(sender.sent).toHaveLength(sentBefore);
  });

  it('is stored when the provider turns out to have it', async () => {
    const { repair } = await unknownEstimate();
    const sentAt = new Date(shop.clock.now).toISOString();
    shop.clock.advance(5 * minute);
    sender.finds.push({ kind: 'found', sid: newSid() });
    await shop.app.reconcileTexts();
    const { repair: now, messages } = await whole(repair.ticketNumber);
    expect(now).toMatchObject({
      status: 'estimate-sent',
      estimatePrice: 150,
      // When the customer got it, not when the shop learned of it.
      estimateSentAt: sentAt,
      smsSent: true,
    });
    expect(messages[0]).toMatchObject({ kind: 'estimate', state: 'accepted' });
    await reply(shop, repair, 'ACCEPT');
    expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-accepted');
  });

  it('is forgotten when the provider never got it, and may be sent again', async () => {
    const { repair } = await unknownEstimate();
    sender.finds.push({ kind: 'not-found' });
    await shop.app.reconcileTexts();
    const { repair: now, messages } = await whole(repair.ticketNumber);
    expect(now.status).toBe('pending');
    expect(messages[0]).toMatchObject({
      state: 'failed',
      advice: 'The text was not sent. Send it again or call the customer.',
    });
    expect((await send(repair.ticketNumber)).status).toBe(201);
  });

  it('keeps waiting while the provider does not answer, and is never sent again automatically', async () => {
    const { repair } = await unknownEstimate();
    const sentBefore = sender.sent.length;
    for (let round = 0; round < 3; round += 1) {
      shop.clock.advance(10 * minute);
      await shop.app.reconcileTexts();
    }
    expect((await whole(repair.ticketNumber)).messages[0]?.state).toBe('unknown');
    expect(sender.sent).toHaveLength(sentBefore);
  });

  describe('while a reply may or may not be about it', () => {
    const newestText = async (ticketNumber: string) => (await whole(ticketNumber)).messages[0];

    it('a question is left to staff, who record it as an answer once it is known', async () => {
      const { repair } = await unknownEstimate();
      await reply(shop, repair, 'Is that with a new strap?');
      const said = await newestText(repair.ticketNumber);
      // The customer is not told that no estimate is waiting.
      expect(said).toMatchObject({ direction: 'inbound', attention: 'unclear' });
      sender.finds.push({ kind: 'found', sid: newSid() });
      await shop.app.reconcileTexts();
      const recorded = await shop.staff.attempt('recordReply', {
        params: { id: said?.id ?? '' },
        body: { answer: 'accepted' },
      });
      expect(recorded.status).toBe(200);
    });

    it('the earlier one, at another price, is not taken for it', async () => {
      const { repair } = await takeInWithEstimate(shop, {}, 150);
      shop.clock.advance(minute);
      sender.results.push({ kind: 'unknown' });
      await send(repair.ticketNumber, 450);
      await reply(shop, repair, 'ACCEPT');
      expect(await newestText(repair.ticketNumber)).toMatchObject({
        body: 'ACCEPT',
        attention: 'unclear',
      });
      sender.finds.push({ kind: 'found', sid: newSid() });
      await shop.app.reconcileTexts();
      expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
        status: 'estimate-sent',
        estimatePrice: 450,
      });
    });

    it('another ticket that is named is answered all the same', async () => {
      const { repair } = await takeInWithEstimate(shop);
      shop.clock.advance(minute);
      const other = await takeIn(shop, sameCustomer(repair));
      sender.results.push({ kind: 'unknown' });
      await send(other.ticketNumber);
      await reply(shop, repair, `ACCEPT ${repair.ticketNumber}`);
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-accepted');
      await reply(shop, repair, 'ACCEPT');
      // Nothing else is open by now.
      expect(await newestText(other.ticketNumber)).toMatchObject({
        attention: 'answered-while-unsettled',
      });
    });
  });

  describe('and a clear answer that can only mean it', () => {
    const casesOf = async ({ ticketNumber }: Repair) =>
      (await shop.staff.call('listAttention', { query: { limit: 100 } })).items
        .filter((one) => one.ticketNumber === ticketNumber && one.reason !== 'unsettled')
        .map(({ reason }) => reason);
    const kindsOf = async ({ ticketNumber }: Repair) =>
      (await whole(ticketNumber)).messages.map(({ kind }) => kind);
    async function settle(find: FindResult = { kind: 'found', sid: newSid() }): Promise<void> {
      sender.finds.push(find);
      await shop.app.reconcileTexts();
      await shop.app.textsDone();
    }
    /** Both texts of the phone are without an outcome: the estimates of two watches. */
    async function twoUnknown() {
      const { repair } = await unknownEstimate();
      const other = await takeIn(shop, sameCustomer(repair));
      sender.results.push({ kind: 'unknown' });
      await send(other.ticketNumber, 80);
      return { repair, other };
    }

    it.each([
      ['ACCEPT', 'accepted', 'confirm-accept'],
      ['DECLINE', 'declined', 'confirm-decline'],
    ] as const)(
      '%s waits for it, and is applied and confirmed with it',
      async (words, answer, kind) => {
        const { repair } = await unknownEstimate();
        const { ticketNumber } = repair;
        const id = await say(shop, repair.customerPhone, words);
        expect(await casesOf(repair)).toEqual(['answered-while-unsettled']);
        expect(await kindsOf(repair)).toEqual(['reply', 'estimate', 'created']);
        expect((await currentRepair(shop, ticketNumber)).status).toBe('pending');
        await settle();
        const after = await whole(ticketNumber);
        expect(after.repair).toMatchObject({ status: `estimate-${answer}`, estimatePrice: 150 });
        expect(after.estimates).toMatchObject([{ status: answer, customerReply: words }]);
        expect(await casesOf(repair)).toEqual([answer]);
        expect(after.messages.map((one) => [one.kind, one.attention])).toEqual([
          [kind, null],
          ['reply', null],
          ['estimate', null],
          ['created', null],
        ]);
        const events = after.events.map(({ kind, actor }) => `${kind} ${actor}`);
        expect(events).toEqual(
          expect.arrayContaining([`estimate-${answer} customer`, 'estimate-sent staff']),
        );
        expect(after.events.find(({ kind }) => kind === `estimate-${answer}`)).toMatchObject({
          data: { by: 'customer', messageId: id },
        });
        await settle();
        expect(await whole(ticketNumber)).toEqual(after);
      },
    );

    it('is applied even if the provider confirms only afterward', async () => {
      const repair = await takeIn(shop);
      const held = await sendHeld(repair.ticketNumber);
      await reply(shop, repair, 'ACCEPT');
      const answer = await held.arrives();
      expect(answer.status).toBe(201);
      await shop.app.textsDone();
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-accepted');
      expect(await kindsOf(repair)).toContain('confirm-accept');
    });

    it('gives way to a later one', async () => {
      const { repair } = await unknownEstimate();
      await reply(shop, repair, 'ACCEPT');
      await reply(shop, repair, 'DECLINE');
      expect(await casesOf(repair)).toEqual(['answered-while-unsettled']);
      await settle();
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-declined');
      expect(await kindsOf(repair)).not.toContain('confirm-accept');
    });

    it('stays with staff if it turns out never to have been sent', async () => {
      const { repair } = await unknownEstimate();
      await reply(shop, repair, 'ACCEPT');
      await settle({ kind: 'not-found' });
      expect(await casesOf(repair)).toEqual(['answered-unsent', 'not-delivered']);
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('pending');
      // The next one is another estimate: it wants an answer of its own.
      expect((await send(repair.ticketNumber, 200)).status).toBe(201);
      expect(await casesOf(repair)).toEqual([]);
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
    });

    it('still counts if STOP follows, and nothing is texted', async () => {
      const { repair } = await unknownEstimate();
      await reply(shop, repair, 'ACCEPT');
      await reply(shop, repair, 'STOP');
      await settle();
      const { repair: now, messages } = await whole(repair.ticketNumber);
      expect(now).toMatchObject({ status: 'estimate-accepted', optedOutAt: expect.any(String) });
      expect(messages.map(({ kind }) => kind)).not.toContain('confirm-accept');
      expect(await casesOf(repair)).toEqual(
        expect.arrayContaining(['answered-while-opted-out', 'opted-out', 'accepted']),
      );
    });

    it('leaves to staff what the customer has asked since', async () => {
      const { repair } = await unknownEstimate();
      await reply(shop, repair, 'ACCEPT');
      await reply(shop, repair, 'Did you get my answer?');
      await settle();
      expect(await casesOf(repair)).toEqual(expect.arrayContaining(['accepted', 'unclear']));
    });

    it('is not applied if staff have handled it', async () => {
      const { repair } = await unknownEstimate();
      const id = await say(shop, repair.customerPhone, 'ACCEPT');
      await shop.staff.call('handleAttention', { params: { id } });
      await settle();
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
      expect(await casesOf(repair)).toEqual([]);
    });

    it('is left to staff if the ticket has moved on', async () => {
      const { repair } = await unknownEstimate();
      await reply(shop, repair, 'ACCEPT');
      await assign(shop, repair.ticketNumber);
      await complete(shop, repair.ticketNumber);
      await settle();
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('completed');
      expect(await casesOf(repair)).toEqual(['unclear']);
      expect(await kindsOf(repair)).not.toContain('confirm-accept');
    });

    it('is not applied if a newer estimate went out after this one was given up', async () => {
      const { repair } = await unknownEstimate();
      await reply(shop, repair, 'ACCEPT');
      const lost = (await whole(repair.ticketNumber)).messages.find(
        (one) => one.kind === 'estimate',
      );
      await settle({ kind: 'not-found' });
      shop.clock.advance(minute);
      await send(repair.ticketNumber, 200);
      await recordOutcome(shop.app.deps, lost?.id ?? '', { kind: 'accepted', sid: newSid() });
      expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
        status: 'estimate-sent',
        estimatePrice: 200,
      });
      expect(await casesOf(repair)).toEqual([]);
    });

    it('is applied if it was given up too early', async () => {
      const { repair } = await unknownEstimate();
      await reply(shop, repair, 'ACCEPT');
      const lost = (await whole(repair.ticketNumber)).messages.find(
        (one) => one.kind === 'estimate',
      );
      await settle({ kind: 'not-found' });
      await recordOutcome(shop.app.deps, lost?.id ?? '', { kind: 'accepted', sid: newSid() });
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-accepted');
    });

    it('must name its ticket if another is not known either', async () => {
      const { repair, other } = await twoUnknown();
      await reply(shop, repair, 'ACCEPT');
      await reply(shop, repair, `DECLINE ${other.ticketNumber}`);
      await settle();
      await settle();
      const statuses = [repair, other].map(async ({ ticketNumber }) => {
        return (await currentRepair(shop, ticketNumber)).status;
      });
      expect(await Promise.all(statuses)).toEqual(['estimate-sent', 'estimate-declined']);
    });

    it('is no longer applied if a later one makes the meaning unclear', async () => {
      const { repair } = await unknownEstimate();
      await reply(shop, repair, 'ACCEPT');
      await takeInWithEstimate(shop, sameCustomer(repair), 80);
      await reply(shop, repair, 'DECLINE');
      await settle();
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
      expect(await casesOf(repair)).toEqual(['unclear']);
    });

    it('that was texted before it, and came late, does not count for it', async () => {
      const { repair } = await unknownEstimate();
      const textedAt = new Date(shop.clock.now - minute).toISOString();
      await receiveText(shop.app.deps, {
        sid: newSid(),
        from: normalized(repair.customerPhone),
        body: 'ACCEPT',
        mediaCount: 0,
        optOutType: undefined,
        textedAt,
      });
      expect(await casesOf(repair)).toEqual(['unclear']);
      await settle();
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
    });

    it('is applied once, however many find out at the same moment', async () => {
      const { repair } = await unknownEstimate();
      await reply(shop, repair, 'ACCEPT');
      const { storage, clock } = shop;
      const others = scriptedSender();
      const other =
        engine === 'postgres'
          ? await startApp(engine, { storage, clock, overrides: { sender: others } })
          : shop;
      const found = { kind: 'found', sid: newSid() } as const;
      sender.finds.push(found, found);
      others.finds.push(found);
      await Promise.all([shop, other].map(({ app }) => app.reconcileTexts()));
      await Promise.all([shop, other].map(({ app }) => app.textsDone()));
      const { repair: now, events } = await whole(repair.ticketNumber);
      expect(now.status).toBe('estimate-accepted');
      expect(events.filter(({ kind }) => kind === 'estimate-accepted')).toHaveLength(1);
      expect((await kindsOf(repair)).filter((kind) => kind === 'confirm-accept')).toHaveLength(1);
      if (other !== shop) await other.stop();
    });
  });

  it('does not keep others from being reconciled when one cannot be', async () => {
    const older = await unknownEstimate();
    const newer = await unknownEstimate();
    sender.finds.push(() => Promise.reject(new Error('Lost the connection')));
    sender.finds.push({ kind: 'found', sid: newSid() });
    await shop.app.reconcileTexts();
    expect((await whole(newer.repair.ticketNumber)).messages[0]?.state).toBe('unknown');
    expect((await whole(older.repair.ticketNumber)).repair.status).toBe('estimate-sent');
  });

  describe('beside many older texts that have no outcome either', () => {
    /** Drop-off texts, a minute old by the end. */
    async function manyOthers(count: number): Promise<void> {
      const { repair } = await unknownEstimate();
      await shop.rows.run(
        "update messages set kind = 'created' where ticket_number = ? and state = 'unknown'",
        repair.ticketNumber,
      );
      const columns = (await shop.rows.run('select * from messages limit 1'))[0] ?? {};
      const names = Object.keys(columns).filter((name) => name !== 'id');
      for (let index = 1; index < count; index += 1) {
        await shop.rows.run(
          `insert into messages (id, ${names.join(', ')}) select ?, ${names.join(', ')}
            from messages where ticket_number = ? and kind = 'created' and state = 'unknown' limit 1`,
          randomUUID(),
          repair.ticketNumber,
        );
      }
      shop.clock.advance(minute);
    }
    /** Notes which texts are asked about, and gives the answer for each. */
    function asking(answer: (reference: string) => Promise<FindResult> | FindResult): string[] {
      const asked: string[] = [];
      vi.spyOn(sender, 'find').mockImplementation(async ({ reference }) => {
        asked.push(reference);
        return answer(reference);
      });
      return asked;
    }
    const textOf = async (ticketNumber: string) =>
      (await whole(ticketNumber)).messages.find(({ kind }) => kind === 'estimate')?.id ?? '';
    afterEach(() => vi.restoreAllMocks());

    it('is looked up first, and every other in the same round', async () => {
      await manyOthers(130);
      const { repair } = await unknownEstimate();
      const estimate = await textOf(repair.ticketNumber);
      const asked = asking((reference) =>
        reference === estimate ? { kind: 'found', sid: newSid() } : { kind: 'unknown' },
      );
      await shop.app.reconcileTexts();
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
      expect(asked[0]).toBe(estimate);
      expect(new Set(asked).size).toBe(131);
      expect(asked).toHaveLength(131);
    });

    it('is looked up next, though it was added while a slow provider was asked about the others', async () => {
      await manyOthers(4);
      const estimates: string[] = [];
      const asked = asking(async (reference) => {
        if (estimates.length < 2 && !estimates.includes(reference)) {
          const { repair } = await unknownEstimate();
          estimates.push(await textOf(repair.ticketNumber));
          // Younger ones may still be on their way.
          shop.clock.advance(minute);
        }
        return { kind: 'unknown' };
      });
      await shop.app.reconcileTexts();
      const [first, second] = estimates;
      expect(asked).toHaveLength(6);
      expect(asked[1]).toBe(first);
      expect(asked.slice(2, 4)).toContain(second);
    });

    it('is looked up before texts on which less depends', async () => {
      const { repair } = await unknownEstimate();
      await manyOthers(3);
      const asked = asking(() => ({ kind: 'unknown' }));
      await shop.app.reconcileTexts();
      expect(asked).toHaveLength(4);
      expect(asked[0]).toBe(await textOf(repair.ticketNumber));
    });

    it('waits with all of them for the next round if the provider is asked too often', async () => {
      await manyOthers(3);
      const asked = asking(() => ({ kind: 'unknown', isBusy: true }));
      await shop.app.reconcileTexts();
      expect(asked).toHaveLength(1);
      await shop.app.reconcileTexts();
      expect(asked).toHaveLength(2);
    });
  });

  it('is reconciled once, however many ask at the same moment', async () => {
    const { repair } = await unknownEstimate();
    const sid = newSid();
    sender.finds.push({ kind: 'found', sid }, { kind: 'found', sid });
    await Promise.all([shop.app.reconcileTexts(), shop.app.reconcileTexts()]);
    expect((await whole(repair.ticketNumber)).estimates).toHaveLength(1);
  });

  describe('after the process ended in the middle of sending', () => {
    const restart = async () => {
      await shop.stop();
      shop = await startApp(engine, {
        storage: shop.storage,
        clock: shop.clock,
        overrides: { sender },
      });
    };
    /** As a crash leaves it: recorded, handed over, the outcome never written. */
    async function cutShort() {
      const { repair } = await unknownEstimate();
      await shop.rows.run("update messages set state = 'sending' where state = 'unknown'");
      return repair;
    }

    it.each([
      ['found', { kind: 'found', sid: newSid() }, 'estimate-sent', 'accepted'],
      ['not found', { kind: 'not-found' }, 'pending', 'failed'],
      ['still unknown', { kind: 'unknown' }, 'pending', 'sending'],
    ] as const)('it is reconciled at the next start: %s', async (_what, find, status, state) => {
      const repair = await cutShort();
      const sentBefore = sender.sent.length;
      shop.clock.advance(10 * minute);
      sender.finds.push(find);
      // The start asks automatically, while the shop is open already.
      await restart();
      await expect.poll(() => sender.finds).toEqual([]);
      const outcome = async () => {
        const { repair: now, messages } = await whole(repair.ticketNumber);
        return [now.status, messages[0]?.state];
      };
      await expect.poll(outcome).toEqual([status, state]);
      expect(sender.sent).toHaveLength(sentBefore);
    });
  });

  describe('while its text is on its way', () => {
    if (engine === 'postgres') {
      it('another process may judge it never sent: the provider’s answer counts', async () => {
        const { ticketNumber } = await takeIn(shop);
        const held = await sendHeld(ticketNumber);
        const others = scriptedSender();
        others.finds.push({ kind: 'not-found' });
        const { storage, clock } = shop;
        const other = await startApp(engine, { storage, clock, overrides: { sender: others } });
        // Its start leaves alone what is as young as this.
        expect((await whole(ticketNumber)).messages[0]).toMatchObject({ state: 'sending' });
        await other.app.reconcileTexts();
        expect((await whole(ticketNumber)).messages[0]).toMatchObject({ state: 'failed' });
        expect((await held.arrives()).status).toBe(201);
        const { messages, repair } = await whole(ticketNumber);
        expect(messages[0]).toMatchObject({ state: 'accepted', sid: held.sid, errorCode: null });
        expect(repair.status).toBe('estimate-sent');
        await other.stop();
      });
    }

    it('the ticket may be deleted: the answer says so, and the estimate comes back with it', async () => {
      const { ticketNumber } = await takeIn(shop);
      const held = await sendHeld(ticketNumber);
      await shop.staff.call('deleteRepair', { params: { ticketNumber } });
      expect((await held.arrives()).problem().code).toBe('repair-not-found');
      expect(await listed(ticketNumber)).toEqual([]);
      const { repair } = await shop.staff.call('restoreRepair', { params: { ticketNumber } });
      const { estimates } = await whole(ticketNumber);
      expect(estimates).toHaveLength(1);
      expect(repair).toMatchObject({ status: 'estimate-sent', estimateId: estimates[0]?.id });
    });

    it('the ticket may be deleted for good: nothing is stored', async () => {
      const { ticketNumber } = await takeIn(shop);
      const held = await sendHeld(ticketNumber);
      await shop.staff.call('deleteRepair', { params: { ticketNumber } });
      await shop.staff.call('purgeRepair', { params: { ticketNumber } });
      expect((await held.arrives()).problem().code).toBe('repair-not-found');
      const estimates = 'select id from estimates where repair_id = ?';
      expect(await shop.rows.run(estimates, ticketNumber)).toEqual([]);
      const rows = await shop.rows.run(
        "select state, body from messages where kind = 'estimate' and ticket_number = ?",
        ticketNumber,
      );
      expect(rows).toEqual([{ state: 'accepted', body: '' }]);
    });

    it('the ticket may move on: the estimate is kept, but is not open', async () => {
      const { ticketNumber } = await takeIn(shop);
      await assign(shop, ticketNumber);
      const held = await sendHeld(ticketNumber);
      await complete(shop, ticketNumber);
      expect((await held.arrives()).problem()).toMatchObject({
        status: 409,
        code: 'repair-status',
        repair: { status: 'completed' },
      });
      const { estimates, repair } = await whole(ticketNumber);
      expect(estimates).toHaveLength(1);
      expect(repair).toMatchObject({ status: 'completed', estimateId: null });
      expect(await listed(ticketNumber)).toEqual([]);
    });

    it('it may replace an accepted price: what is said or done in the meantime does not stop it', async () => {
      const { repair } = await takeInWithEstimate(shop, {}, 150);
      const { ticketNumber } = repair;
      await reply(shop, repair, 'ACCEPT');
      const held = await sendHeld(ticketNumber, 200);
      // Perhaps to the new price, perhaps not: staff read it.
      const id = await say(shop, repair.customerPhone, 'DECLINE');
      const said = (await whole(ticketNumber)).messages.find((text) => text.id === id);
      expect(said).toMatchObject({ attention: 'unclear' });
      expect((await currentRepair(shop, ticketNumber)).status).toBe('estimate-accepted');
      await assign(shop, ticketNumber);
      expect((await held.arrives()).json()).toMatchObject({
        repair: { status: 'estimate-sent', estimatePrice: 200, assignedTo: 'technician-1' },
      });
      await reply(shop, repair, 'ACCEPT');
      expect(await currentRepair(shop, ticketNumber)).toMatchObject({
        status: 'estimate-accepted',
        estimatePrice: 200,
      });
    });

    it('the earlier one may be recorded as accepted: that counts, and nobody is told otherwise', async () => {
      const { repair, estimateId } = await takeInWithEstimate(shop, {}, 150);
      const held = await sendHeld(repair.ticketNumber, 200);
      const id = await say(shop, repair.customerPhone, 'ACCEPT the 150');
      await shop.staff.call('recordReply', { params: { id }, body: { answer: 'accepted' } });
      const inForce = { status: 'estimate-accepted', estimateId, estimatePrice: 150 };
      expect((await held.arrives()).problem()).toMatchObject({
        code: 'repair-status',
        repair: inForce,
      });
      const { estimates, repair: now } = await whole(repair.ticketNumber);
      expect(estimates).toHaveLength(2);
      expect(now).toMatchObject(inForce);
    });
  });
});
