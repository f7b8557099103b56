import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Change, Message, Repair } from '../../../domain/api-answers.ts';
import { defaultShopConfig } from '../../../domain/shop-config.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { repairInStatus } from '../../harness/repair-in-status.ts';
import { day, minute } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  say,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
  unclearReply,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('a text that staff book as an answer', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    const texting = { ...defaultShopConfig.texting, estimateExpiresAfterDays: 30 };
    shop = await startApp(engine, { config: { shop: { ...defaultShopConfig, texting } } });
  });
  afterAll(async () => {
    await shop.close();
  });

  const book = (id: string, answer: 'accepted' | 'declined', ticketNumber?: string) =>
    shop.staff.attempt('bookReply', {
      params: { id },
      body: { answer, ...(ticketNumber === undefined ? {} : { ticketNumber }) },
    });
  const whole = ({ ticketNumber }: Repair) =>
    shop.staff.call('getRepair', { params: { ticketNumber } });
  const attention = async () => (await shop.staff.call('getOverview')).attention;

  it.each([
    ['accepted', 'estimate-accepted', 'confirm-accept', 'you accepted $150.00'],
    ['declined', 'estimate-declined', 'confirm-decline', 'you declined $150.00'],
  ] as const)(
    '%s: moves the ticket, tells the customer, and says that it was booked',
    async (answer, status, kind, words) => {
      const { repair, estimateId, messageId } = await unclearReply(
        shop,
        'Ok let’s do what you said',
      );
      shop.clock.advance(minute);
      const at = new Date(shop.clock.now).toISOString();
      const [{ revision } = { revision: 0 }] = await shop.rows.run(
        'select max(revision) as revision from changes',
      );
      const reply = await book(messageId, answer);
      expect([reply.status, reply.json()]).toMatchObject([
        200,
        {
          repair: { status, ticketNumber: repair.ticketNumber },
          estimate: {
            id: estimateId,
            status: answer,
            responseStatus: answer,
            customerReply: 'Ok let’s do what you said',
            respondedAt: at,
          },
          message: { id: messageId },
          sms: { state: 'sent', detail: null },
        },
      ]);
      const { messages, events } = await whole(repair);
      expect(messages[0]).toMatchObject({ kind, state: 'accepted' });
      expect(messages[0]?.body).toContain(words);
      expect(events.at(-1)).toMatchObject({
        kind: `estimate-${answer}`,
        actor: 'staff',
        data: { estimateId, by: 'staff', messageId },
      });
      // Screens tell of what a customer did; this was a colleague.
      const changes = await shop.rows.run(
        'select entity, what from changes where revision > ? order by revision',
        Number(revision),
      );
      expect(changes).toMatchObject<Partial<Change>[]>([
        { entity: 'estimate', what: `booked-${answer}` },
        { entity: 'repair', what: `estimate-booked-${answer}` },
        { entity: 'message', what: 'accepted' },
      ]);
    },
  );

  it('an answer that the customer texted is told as theirs', async () => {
    const { repair, estimateId } = await takeInWithEstimate(shop);
    const messageId = await say(shop, repair.customerPhone, 'ACCEPT');
    expect((await whole(repair)).events).toContainEqual(
      expect.objectContaining({
        kind: 'estimate-accepted',
        actor: 'customer',
        data: expect.objectContaining({ estimateId, by: 'customer', messageId }),
      }),
    );
  });

  it('takes its case, and what waited on the ticket, off the list', async () => {
    const before = await attention();
    const { repair } = await takeInWithEstimate(shop);
    await say(shop, repair.customerPhone, 'STOP');
    await say(shop, repair.customerPhone, 'How much was it?');
    const id = await say(shop, repair.customerPhone, 'Fine by me');
    expect(await attention()).toBe(before + 3);
    const reply = await book(id, 'accepted');
    // Opted out: the answer counts, and no text goes.
    expect(reply.json()).toMatchObject({
      sms: null,
      message: { attention: 'unclear', attentionHandledAt: expect.any(String) },
    });
    expect((await whole(repair)).messages[0]?.direction).toBe('inbound');
    // STOP still stands, and the answer waits to be acted upon.
    expect(await attention()).toBe(before + 2);
  });

  it('is refused where the customer has answered since: the newer answer stands', async () => {
    const { repair, messageId } = await unclearReply(shop);
    await say(shop, repair.customerPhone, 'DECLINE');
    expect((await book(messageId, 'accepted')).problem()).toMatchObject({
      status: 409,
      repair: { status: 'estimate-declined' },
    });
    expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-declined');
  });

  it('may be booked again the other way, by whoever pressed the wrong button', async () => {
    const { repair, messageId } = await unclearReply(shop);
    await book(messageId, 'accepted');
    shop.clock.advance(minute);
    expect((await book(messageId, 'declined')).status).toBe(200);
    expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-declined');
  });

  it('of two presses one counts, and the other sees the ticket as it stands', async () => {
    const { messageId } = await unclearReply(shop);
    const replies = await Promise.all([book(messageId, 'accepted'), book(messageId, 'accepted')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.problem()).toMatchObject({
      code: 'repair-status',
      repair: { status: 'estimate-accepted' },
    });
  });

  it.each(['pending', 'assigned', 'in-progress', 'completed'] as const)(
    'is refused where the ticket is %s',
    async (status) => {
      const repair = await repairInStatus(shop, status);
      const id = await say(shop, repair.customerPhone, 'Yes, go ahead');
      const before = await shop.rows.counts();
      expect((await book(id, 'accepted')).problem()).toMatchObject({
        status: 409,
        code: 'reply-not-bookable',
        repair: { status },
      });
      expect(await shop.rows.counts()).toEqual(before);
    },
  );

  it('changes an answer until staff act, and not after', async () => {
    const { repair } = await takeInWithEstimate(shop);
    await say(shop, repair.customerPhone, 'ACCEPT');
    const id = await say(shop, repair.customerPhone, 'On second thought please leave it');
    const { ticketNumber } = repair;
    expect((await book(id, 'declined')).status).toBe(200);
    expect((await currentRepair(shop, ticketNumber)).status).toBe('estimate-declined');
    expect((await book(id, 'accepted')).status).toBe(200);
    await shop.staff.call('assignRepair', {
      params: { ticketNumber },
      body: { technicianId: 'technician-1' },
    });
    expect((await book(id, 'declined')).problem()).toMatchObject({
      code: 'repair-status',
      repair: { status: 'assigned' },
    });
  });

  it('cannot be meant for an estimate that was sent after it', async () => {
    const { repair, messageId } = await unclearReply(shop);
    shop.clock.advance(minute);
    await shop.staff.call('sendEstimate', {
      body: { repairId: repair.ticketNumber, amount: 900 },
    });
    expect((await book(messageId, 'accepted')).problem()).toMatchObject({
      status: 409,
      code: 'reply-not-bookable',
      title: 'This text cannot be booked',
    });
    expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
  });

  it('may be about another ticket of the same phone, and of no other', async () => {
    const first = await takeInWithEstimate(shop);
    shop.clock.advance(minute);
    const second = await takeInWithEstimate(shop, {
      customerPhone: first.repair.customerPhone,
      customerEmail: first.repair.customerEmail,
      watchModel: 'Seamaster',
    });
    const stranger = await takeInWithEstimate(shop);
    const id = await say(shop, first.repair.customerPhone, 'Do the Speedmaster');
    expect((await book(id, 'accepted', stranger.repair.ticketNumber)).problem().code).toBe(
      'reply-not-bookable',
    );
    const reply = await book(id, 'accepted', first.repair.ticketNumber);
    expect((reply.json() as { message: Message }).message.ticketNumber).toBe(
      first.repair.ticketNumber,
    );
    expect((await currentRepair(shop, first.repair.ticketNumber)).status).toBe('estimate-accepted');
    expect((await currentRepair(shop, second.repair.ticketNumber)).status).toBe('estimate-sent');
  });

  it('may honour an estimate that has run out', async () => {
    const before = await attention();
    const { repair } = await takeInWithEstimate(shop);
    shop.clock.advance(30 * day);
    await stayLoggedIn(shop);
    const id = await say(shop, repair.customerPhone, 'ACCEPT');
    expect(await attention()).toBe(before + 1);
    expect((await book(id, 'accepted')).json()).toMatchObject({
      repair: { status: 'estimate-accepted', estimateExpiredAt: null },
      estimate: { isExpired: false, expiredAt: null },
    });
    // No longer an answer that came too late, but one to act upon.
    expect(await attention()).toBe(before + 1);
  });

  it('is no text of the shop, none that is not there, and none about no ticket', async () => {
    await takeIn(shop);
    const { items } = await shop.staff.call('listMessages');
    expect((await book(items[0]?.id ?? '', 'accepted')).problem().code).toBe('reply-not-bookable');
    expect((await book('none', 'accepted')).problem().code).toBe('message-not-found');
    const stranger = await say(shop, '(305) 555-0177', 'ACCEPT');
    expect((await book(stranger, 'accepted')).problem().code).toBe('reply-not-bookable');
  });
});

describeOnBothEngines('an answer that a customer gave by phone or at the counter', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  const book = (id: string, answer: 'accepted' | 'declined', by: 'phone' | 'counter' = 'phone') =>
    shop.staff.attempt('answerEstimate', { params: { id }, body: { answer, by } });

  it.each([
    ['accepted', 'phone'],
    ['declined', 'counter'],
  ] as const)('%s by %s: moves the ticket, says how, texts nobody', async (answer, by) => {
    const { repair, estimateId } = await takeInWithEstimate(shop);
    const before = await shop.rows.counts();
    shop.clock.advance(minute);
    const reply = await book(estimateId, answer, by);
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
    const { events } = await shop.staff.call('getRepair', {
      params: { ticketNumber: repair.ticketNumber },
    });
    expect(events.at(-1)).toMatchObject({
      kind: `estimate-${answer}`,
      actor: 'staff',
      data: { estimateId, by, messageId: null },
    });
    expect((await shop.rows.counts()).messages).toBe(before.messages);
  });

  it('of two presses one counts, and the other sees the ticket as it stands', async () => {
    const { estimateId } = await takeInWithEstimate(shop);
    const replies = await Promise.all([book(estimateId, 'accepted'), book(estimateId, 'accepted')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.problem()).toMatchObject({
      code: 'repair-status',
      repair: { status: 'estimate-accepted' },
    });
  });

  it('may be corrected until somebody acts on it, and not after', async () => {
    const { repair, estimateId } = await takeInWithEstimate(shop);
    await book(estimateId, 'declined');
    expect((await book(estimateId, 'accepted')).status).toBe(200);
    await shop.staff.call('assignRepair', {
      params: { ticketNumber: repair.ticketNumber },
      body: { technicianId: 'technician-1' },
    });
    expect((await book(estimateId, 'declined')).problem()).toMatchObject({
      status: 409,
      repair: { status: 'assigned' },
    });
  });

  it('is none to an estimate that another took the place of, or that is not there', async () => {
    const { repair, estimateId } = await takeInWithEstimate(shop);
    shop.clock.advance(minute);
    await shop.staff.call('sendEstimate', { body: { repairId: repair.ticketNumber, amount: 90 } });
    expect((await book(estimateId, 'accepted')).problem()).toMatchObject({
      code: 'repair-status',
      repair: { status: 'estimate-sent', estimatePrice: 90 },
    });
    expect((await book('none', 'accepted')).problem().code).toBe('estimate-not-found');
  });
});
