import { describe, expect, it } from 'vitest';
import type { Change, Message } from '../../../domain/api-answers.ts';
import { defaultShopSettings } from '../../../domain/shop-settings.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { day, minute } from '../../harness/settable-clock.ts';
import {
  assign,
  currentRepair,
  repairInStatus,
  sameCustomer,
  say,
  statusesOf,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  unclearReply,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

type Answer = 'accepted' | 'declined';

describeOnBothInLongRun('an answer that staff record', (engine) => {
  const texts = { ...defaultShopSettings.texts, estimateExpiresAfterDays: 30 };
  const shop = useShop(engine, { config: { shop: { ...defaultShopSettings, texts } } });

  const record = (id: string, answer: Answer, ticketNumber?: string) =>
    shop.staff.attempt('recordReply', {
      params: { id },
      body: { answer, ...(ticketNumber === undefined ? {} : { ticketNumber }) },
    });
  const phoned = (id: string, answer: Answer, by = 'phone') =>
    shop.staff.attempt('answerEstimate', { params: { id }, body: { answer, by } });
  const statusOf = async (ticketNumber: string) => (await currentRepair(shop, ticketNumber)).status;
  const attention = async () => (await shop.staff.call('getOverview')).attention;

  // Which answers a text may be recorded as is tested in domain/estimate-answers.test.ts.
  describe.each([
    ['from a text', true],
    ['by phone', false],
  ])('%s', (_way, isText) => {
    const begin = async () => {
      const { repair, estimateId, messageId } = await unclearReply(shop);
      const { ticketNumber } = repair;
      const press = (answer: Answer) =>
        isText ? record(messageId, answer) : phoned(estimateId, answer);
      return { repair, ticketNumber, press };
    };

    it('counts once if pressed twice at once, and the other sees the ticket as it is now', async () => {
      const { press } = await begin();
      const replies = await Promise.all([press('accepted'), press('accepted')]);
      expect(statusesOf(replies)).toEqual([200, 409]);
      expect(replies.find(({ status }) => status === 409)?.problem()).toMatchObject({
        code: 'repair-status',
        repair: { status: 'estimate-accepted' },
      });
    });

    it('may be corrected until staff act on it, and not after', async () => {
      const { ticketNumber, press } = await begin();
      await press('declined');
      expect(await statusOf(ticketNumber)).toBe('estimate-declined');
      shop.clock.advance(minute);
      expect((await press('accepted')).status).toBe(200);
      expect(await statusOf(ticketNumber)).toBe('estimate-accepted');
      await assign(shop, ticketNumber);
      expect((await press('declined')).problem()).toMatchObject({
        status: 409,
        code: 'repair-status',
        repair: { status: 'assigned' },
      });
    });

    it('is refused for an estimate that was replaced by another', async () => {
      const { ticketNumber, press } = await begin();
      shop.clock.advance(minute);
      await shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount: 900 } });
      expect((await press('accepted')).problem()).toMatchObject({
        status: 409,
        ...(isText
          ? { code: 'reply-not-recordable', title: 'This text can’t be recorded' }
          : { code: 'repair-status', repair: { status: 'estimate-sent', estimatePrice: 900 } }),
      });
      expect(await statusOf(ticketNumber)).toBe('estimate-sent');
    });
  });

  it.each([
    ['accepted', 'confirm-accept', 'you accepted $150.00'],
    ['declined', 'confirm-decline', 'you declined $150.00'],
  ] as const)(
    'from a text, %s: moves the ticket, notifies the customer, and says that staff recorded it',
    async (answer, kind, words) => {
      const customerReply = 'Ok let’s do what you said';
      const { repair, estimateId, messageId } = await unclearReply(shop, customerReply);
      shop.clock.advance(minute);
      const [latest] = await shop.rows.run('select max(revision) as revision from changes');
      const reply = await record(messageId, answer);
      expect([reply.status, reply.json()]).toMatchObject([
        200,
        {
          repair: { status: `estimate-${answer}`, ticketNumber: repair.ticketNumber },
          estimate: {
            id: estimateId,
            status: answer,
            responseStatus: answer,
            customerReply,
            respondedAt: new Date(shop.clock.now).toISOString(),
          },
          message: { id: messageId },
          sms: { state: 'sent', detail: null },
        },
      ]);
      const { messages, events } = await wholeRepair(shop, repair.ticketNumber);
      expect(messages[0]).toMatchObject({ kind, state: 'accepted' });
      expect(messages[0]?.body).toContain(words);
      expect(events.at(-1)).toMatchObject({
        kind: `estimate-${answer}`,
        actor: 'staff',
        data: { estimateId, by: 'staff', messageId },
      });
      // Screens announce what a customer did; this was a colleague.
      const changes = await shop.rows.run(
        'select entity, what from changes where revision > ? order by revision',
        Number(latest?.revision),
      );
      expect(changes).toMatchObject<Partial<Change>[]>([
        { entity: 'estimate', what: `recorded-${answer}` },
        { entity: 'repair', what: `estimate-recorded-${answer}` },
        { entity: 'message', what: 'accepted' },
      ]);
    },
  );

  it.each([
    ['accepted', 'phone'],
    ['declined', 'counter'],
  ] as const)('%s by %s: moves the ticket, says how, texts nobody', async (answer, by) => {
    const { repair, estimateId } = await takeInWithEstimate(shop);
    const before = await shop.rows.counts();
    shop.clock.advance(minute);
    const reply = await phoned(estimateId, answer, by);
    expect([reply.status, reply.json()]).toMatchObject([
      200,
      {
        repair: { ticketNumber: repair.ticketNumber, status: `estimate-${answer}` },
        estimate: {
          id: estimateId,
          status: answer,
          responseStatus: answer,
          customerReply: null,
          respondedAt: new Date(shop.clock.now).toISOString(),
        },
      },
    ]);
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.at(-1)).toMatchObject({
      kind: `estimate-${answer}`,
      actor: 'staff',
      data: { estimateId, by, messageId: null },
    });
    expect((await shop.rows.counts()).messages).toBe(before.messages);
    expect((await phoned('none', 'accepted')).problem().code).toBe('estimate-not-found');
  });

  describe('by phone, with the answer that staff have seen', () => {
    const seen = (id: string, answer: Answer, seenAnswerAt: string | null) =>
      shop.staff.attempt('answerEstimate', {
        params: { id },
        body: { answer, by: 'phone', seenAnswerAt },
      });

    it('is refused if the customer has answered since, and recorded once that has been seen', async () => {
      const { repair, estimateId } = await takeInWithEstimate(shop);
      await say(shop, repair.customerPhone, 'DECLINE');
      const refused = await seen(estimateId, 'accepted', null);
      const now = await currentRepair(shop, repair.ticketNumber);
      expect(refused.problem()).toMatchObject({ status: 409, code: 'repair-status', repair: now });
      expect(now.status).toBe('estimate-declined');
      expect((await seen(estimateId, 'accepted', now.estimateDeclinedAt)).status).toBe(200);
      expect(await statusOf(repair.ticketNumber)).toBe('estimate-accepted');
    });

    it('is recorded once if three are sent at once', async () => {
      const { estimateId } = await takeInWithEstimate(shop);
      const answers: Answer[] = ['accepted', 'declined', 'accepted'];
      const replies = await Promise.all(answers.map((one) => seen(estimateId, one, null)));
      expect(statusesOf(replies)).toEqual([200, 409, 409]);
    });

    it('is refused if the time of that answer is not a time', async () => {
      const { estimateId } = await takeInWithEstimate(shop);
      const { status, errors } = (await seen(estimateId, 'accepted', 'just now')).problem();
      expect([status, errors]).toMatchObject([422, [{ path: 'seenAnswerAt' }]]);
    });
  });

  describe('from a text', () => {
    it('takes its case, and what waited on the ticket, off the list', async () => {
      const before = await attention();
      const { repair } = await takeInWithEstimate(shop);
      await say(shop, repair.customerPhone, 'STOP');
      await say(shop, repair.customerPhone, 'How much was it?');
      const id = await say(shop, repair.customerPhone, 'Fine by me');
      expect(await attention()).toBe(before + 3);
      const reply = await record(id, 'accepted');
      // Opted out: the answer counts, and no text goes out.
      expect(reply.json()).toMatchObject({
        sms: null,
        message: { attention: 'unclear', attentionHandledAt: expect.any(String) },
      });
      const { messages } = await wholeRepair(shop, repair.ticketNumber);
      expect(messages[0]?.direction).toBe('inbound');
      // STOP still applies, and the answer waits to be acted upon.
      expect(await attention()).toBe(before + 2);
    });

    it('is refused if the customer has answered since: the newer answer counts', async () => {
      const { repair, messageId } = await unclearReply(shop);
      await say(shop, repair.customerPhone, 'DECLINE');
      expect((await record(messageId, 'accepted')).problem()).toMatchObject({
        status: 409,
        repair: { status: 'estimate-declined' },
      });
      expect(await statusOf(repair.ticketNumber)).toBe('estimate-declined');
    });

    it('is refused if the ticket waits for no answer', async () => {
      const repair = await repairInStatus(shop, 'completed');
      const id = await say(shop, repair.customerPhone, 'Yes, go ahead');
      const before = await shop.rows.counts();
      expect((await record(id, 'accepted')).problem()).toMatchObject({
        status: 409,
        code: 'reply-not-recordable',
        repair: { status: 'completed' },
      });
      expect(await shop.rows.counts()).toEqual(before);
    });

    it('changes what the customer had answered clearly before', async () => {
      const { repair } = await takeInWithEstimate(shop);
      await say(shop, repair.customerPhone, 'ACCEPT');
      const id = await say(shop, repair.customerPhone, 'On second thought please leave it');
      expect((await record(id, 'declined')).status).toBe(200);
      expect(await statusOf(repair.ticketNumber)).toBe('estimate-declined');
    });

    it('may be about another ticket of the same phone, and of no other', async () => {
      const { repair: first } = await takeInWithEstimate(shop);
      shop.clock.advance(minute);
      const { repair: second } = await takeInWithEstimate(shop, sameCustomer(first));
      const { repair: stranger } = await takeInWithEstimate(shop);
      const id = await say(shop, first.customerPhone, 'Do the Speedmaster');
      expect((await record(id, 'accepted', stranger.ticketNumber)).problem().code).toBe(
        'reply-not-recordable',
      );
      const reply = await record(id, 'accepted', first.ticketNumber);
      const { message } = reply.json() as { message: Message };
      expect(message.ticketNumber).toBe(first.ticketNumber);
      expect(await statusOf(first.ticketNumber)).toBe('estimate-accepted');
      expect(await statusOf(second.ticketNumber)).toBe('estimate-sent');
    });

    it('may honor an expired estimate', async () => {
      const { repair } = await takeInWithEstimate(shop);
      shop.clock.advance(30 * day);
      await stayLoggedIn(shop);
      // Nothing has happened to it in a long time; now something has, and it needs staff all the same.
      const before = await attention();
      const id = await say(shop, repair.customerPhone, 'ACCEPT');
      expect(await attention()).toBe(before);
      expect((await record(id, 'accepted')).json()).toMatchObject({
        repair: { status: 'estimate-accepted', estimateExpiredAt: null },
        estimate: { isExpired: false, expiredAt: null },
      });
      // No longer an answer that came too late, but one to act upon.
      expect(await attention()).toBe(before);
    });

    it('cannot be from the shop, from a text that does not exist, or from a stranger', async () => {
      const { ticketNumber } = await takeIn(shop);
      const { items } = await shop.staff.call('listMessages', { query: { ticketNumber } });
      const stranger = await say(shop, '(305) 555-0177', 'ACCEPT');
      for (const [id, code] of [
        [items[0]?.id ?? '', 'reply-not-recordable'],
        [stranger, 'reply-not-recordable'],
        ['none', 'message-not-found'],
      ] as const) {
        expect((await record(id, 'accepted')).problem().code).toBe(code);
      }
    });
  });
});
