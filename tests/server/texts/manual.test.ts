import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Message, Repair } from '../../../domain/api-answers.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  assign,
  changePhone,
  complete,
  currentRepair,
  newPhone,
  normalized,
  repairInStatus,
  say,
  takeIn,
  takePayment,
  unclearReply,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothInLongRun('texts from staff', (engine) => {
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });

  const paramsOf = ({ ticketNumber }: Repair) => ({ ticketNumber });
  const write = (repair: Repair, body: string, messageId = randomUUID()) =>
    shop.staff.attempt('sendText', { params: paramsOf(repair), body: { messageId, body } });
  const written = async (repair: Repair, body = 'Your strap is here') => {
    const given = { params: paramsOf(repair), body: { messageId: randomUUID(), body } };
    return (await shop.staff.call('sendText', given)).message;
  };
  const estimate = (repair: Repair, amount: number) =>
    shop.staff.attempt('sendEstimate', { body: { repairId: repair.ticketNumber, amount } });
  const messageOf = async ({ ticketNumber }: Repair, which: Partial<Message>) => {
    const { messages } = await wholeRepair(shop, ticketNumber);
    const found = messages.find(
      ({ kind, state }) => kind === (which.kind ?? kind) && state === (which.state ?? state),
    );
    if (!found) throw new Error(`No text is ${JSON.stringify(which)}`);
    return found;
  };
  const resend = (id: string) => shop.staff.attempt('resendText', { params: { id } });
  const fail = (code: string) => sender.results.push({ kind: 'rejected', code });

  describe('in their own words', () => {
    it('go to the ticket’s customer in the shop’s name, and are in its conversation', async () => {
      const repair = await takeIn(shop);
      shop.clock.advance(minute);
      const reply = await write(repair, '  It’s here:\n– a new strap  ');
      expect(reply.status).toBe(201);
      const at = new Date(shop.clock.now).toISOString();
      const body = "Watch Repair Shop: It's here:\n- a new strap";
      const answer = reply.json() as { message: object; sms: object };
      expect(answer).toEqual({
        message: {
          id: expect.any(String),
          direction: 'outbound',
          kind: 'manual',
          ticketNumber: repair.ticketNumber,
          phone: normalized(repair.customerPhone),
          body,
          state: 'accepted',
          sid: expect.stringMatching(/^SM/),
          errorCode: null,
          advice: null,
          meaning: null,
          attention: null,
          attentionHandledAt: null,
          segments: 1,
          resendOf: null,
          canResend: false,
          createdAt: at,
          updatedAt: at,
        },
        sms: { state: 'sent', detail: null },
      });
      expect(sender.sent.at(-1)).toMatchObject({ to: normalized(repair.customerPhone), body });
      const { messages, events } = await wholeRepair(shop, repair.ticketNumber);
      expect(messages[0]).toEqual(answer.message);
      expect(events.at(-1)).toMatchObject({
        kind: 'text-sent',
        actor: 'staff',
        data: { text: 'manual', messageId: messages[0]?.id },
      });
    });

    it('say how to opt out if no text to the phone has said so yet', async () => {
      fail('30003');
      const repair = await takeIn(shop);
      expect((await written(repair, 'Hi')).body).toBe('Watch Repair Shop: Hi STOP to opt out.');
      expect((await written(repair, 'Hi')).body).toBe('Watch Repair Shop: Hi');
      // The text function sends what it is given, without saying how to opt out.
      const phone = newPhone();
      await shop.staff.call('sendSms', { body: { phoneNumber: phone, message: 'Hi' } });
      fail('30003');
      const other = await takeIn(shop, { customerPhone: phone });
      expect((await written(other, 'Hi')).body).toMatch(/STOP to opt out\.$/);
    });

    it('are sent once, however often the same one is asked for', async () => {
      const repair = await takeIn(shop);
      const messageId = randomUUID();
      const before = sender.sent.length;
      const replies = await Promise.all([1, 2, 3].map(() => write(repair, 'Hi', messageId)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
      // The same id means the first text, no matter what comes with it, even when none may go out now.
      await say(shop, repair.customerPhone, 'STOP');
      const late = await write(repair, 'Something else', messageId);
      expect([late.status, late.json()]).toMatchObject([
        200,
        { message: { body: 'Watch Repair Shop: Hi' }, sms: { state: 'sent' } },
      ]);
      expect(sender.sent).toHaveLength(before + 1);
      const other = await write(await takeIn(shop), 'Hi', messageId);
      expect(other.problem()).toMatchObject({ status: 409, code: 'message-id-taken' });
    });
  });

  describe('sent again', () => {
    it('go out once, to the current number, and the failed one leaves the list', async () => {
      const repair = await takeIn(shop);
      fail('21211');
      const message = await written(repair);
      expect(message).toMatchObject({ state: 'failed', canResend: false });
      expect((await resend(message.id)).problem()).toMatchObject({
        status: 409,
        code: 'text-not-resendable',
        detail:
          'It can’t be delivered to this number. Correct the customer’s number first, or call them.',
      });
      const phone = newPhone();
      await changePhone(shop, repair, phone);
      expect(await messageOf(repair, {})).toMatchObject({ id: message.id, canResend: true });

      const before = sender.sent.length;
      const replies = await Promise.all([1, 2, 3].map(() => resend(message.id)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
      expect(sender.sent).toHaveLength(before + 1);
      expect(sender.sent.at(-1)).toMatchObject({ to: normalized(phone), body: message.body });
      const whole = await wholeRepair(shop, repair.ticketNumber);
      expect(whole.messages.slice(0, 2)).toMatchObject([
        { state: 'accepted', resendOf: message.id, kind: 'manual', canResend: false },
        { id: message.id, canResend: false, attentionHandledAt: expect.any(String) },
      ]);
      expect(whole.events.at(-1)).toMatchObject({
        kind: 'text-resent',
        actor: 'staff',
        data: { resendOf: message.id },
      });
    });

    it('say what is due now if they are about a completion, else the hours', async () => {
      const { settings } = await shop.staff.call('getSettings');
      // Hours don't apply before there is a time zone.
      const calendar = { ...settings.calendar, timeZone: 'America/New_York' };
      await shop.staff.call('changeSettings', { body: { ...settings, calendar } });
      const repair = await takeIn(shop, { repairPrice: 385 });
      await assign(shop, repair.ticketNumber);
      fail('30003');
      await complete(shop, repair.ticketNumber);
      const failed = await messageOf(repair, { kind: 'done' });
      expect(failed.body).toContain('Balance $385.00.');
      await takePayment(shop, repair, { amount: 385 });
      expect((await resend(failed.id)).status).toBe(201);
      expect(sender.sent.at(-1)?.body).toContain('is ready for pickup. Open Mon-Sat 9 AM-6 PM.');
      expect(sender.sent.at(-1)?.body).not.toContain('Balance');
      await shop.staff.call('changeSettings', { body: settings });
    });

    it('may be sent again when they fail again', async () => {
      const repair = await takeIn(shop);
      fail('30003');
      const message = await written(repair);
      fail('30003');
      const second = (await resend(message.id)).json() as { message: { id: string } };
      expect((await resend(message.id)).status).toBe(200);
      expect((await resend(second.message.id)).status).toBe(201);
    });

    it('are never sent again while nobody knows whether they went out', async () => {
      const repair = await takeIn(shop);
      sender.results.push({ kind: 'unknown' });
      const message = await written(repair);
      const before = sender.sent.length;
      expect(message).toMatchObject({ state: 'unknown', canResend: false });
      expect((await resend(message.id)).problem()).toMatchObject({
        code: 'text-not-resendable',
        detail: expect.stringMatching(/^We can’t tell yet whether this was sent/),
      });
      expect(sender.sent).toHaveLength(before);
    });

    it('carry an estimate the way it is first sent: reworded, stored when the text is taken', async () => {
      const repair = await takeIn(shop);
      fail('30003');
      const body = { repairId: repair.ticketNumber, amount: 149.5, notes: 'With service' };
      expect((await shop.staff.refused('sendEstimate', { body })).code).toBe('sms-failed');
      const failed = await messageOf(repair, { kind: 'estimate', state: 'failed' });
      expect(failed.canResend).toBe(true);
      await shop.staff.call('editRepair', {
        params: paramsOf(repair),
        body: { watchModel: 'Seamaster' },
      });
      shop.clock.advance(minute);
      expect((await resend(failed.id)).status).toBe(201);
      expect(sender.sent.at(-1)?.body).toContain('Omega Seamaster repair estimate $149.50');
      expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
        status: 'estimate-sent',
        estimatePrice: 149.5,
        estimateNotes: 'With service',
      });
    });

    it('carry no estimate that a newer one has replaced, nor one that the ticket no longer takes', async () => {
      const repair = await takeIn(shop);
      fail('30003');
      await estimate(repair, 100);
      shop.clock.advance(minute);
      await estimate(repair, 80);
      const failed = await messageOf(repair, { state: 'failed' });
      expect(failed).toMatchObject({ canResend: false, attentionHandledAt: expect.any(String) });
      expect((await resend(failed.id)).problem().detail).toBe(
        'There is a newer estimate for this ticket.',
      );

      const other = await takeIn(shop);
      fail('30003');
      await estimate(other, 100);
      await assign(shop, other.ticketNumber);
      await complete(shop, other.ticketNumber);
      const late = await messageOf(other, { kind: 'estimate' });
      expect((await resend(late.id)).problem()).toMatchObject({
        status: 409,
        code: 'repair-status',
        repair: { status: 'completed' },
      });
    });

    // Every reason is in domain/text-delivery.test.ts: these are the facts that they go by.
    it('are refused for what arrived, what is automatic, a customer’s text, and one that does not exist', async () => {
      const { repair, messageId } = await unclearReply(shop);
      const { id } = await messageOf(repair, { kind: 'clarify' });
      expect((await resend(id)).problem().detail).toMatch(/^This text was sent/);
      await shop.rows.run(
        "update messages set state = 'undelivered', error_code = '30003' where id = ?",
        id,
      );
      expect((await resend(id)).problem().detail).toMatch(/automatic reply/);
      expect((await resend(messageId)).problem().detail).toMatch(/from the customer/);
      const problem = (await resend('none')).problem();
      expect(problem).toMatchObject({ status: 404, code: 'message-not-found' });
    });

    it('are refused once the ticket is deleted, and an intake text once the repair is done', async () => {
      const repair = await takeIn(shop);
      fail('30003');
      const message = await written(repair);
      await shop.staff.call('deleteRepair', { params: paramsOf(repair) });
      expect((await resend(message.id)).problem().detail).toMatch(/has been deleted/);
      fail('30003');
      const done = await repairInStatus(shop, 'completed');
      const created = await messageOf(done, { kind: 'created' });
      expect(created).toMatchObject({ state: 'failed', canResend: false });
      expect((await resend(created.id)).problem().detail).toMatch(/repair is finished/);
    });

    it('about a drop-off go out after the number was corrected, once', async () => {
      const repair = await takeIn(shop, { customerPhone: '555-0177' });
      const send = () => shop.staff.attempt('sendDropOffText', { params: paramsOf(repair) });
      expect((await send()).problem().code).toBe('phone-not-textable');
      await changePhone(shop, repair, newPhone());
      const first = await send();
      expect(first.status).toBe(201);
      const { message } = first.json() as { message: Message };
      expect(message).toMatchObject({ kind: 'created', state: 'accepted' });
      expect(message.body).toContain(repair.ticketNumber);
      expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({ smsSent: true });
      const again = await send();
      expect(again.status).toBe(200);
      expect(again.json()).toMatchObject({ message: { id: message.id } });
    });

    it('about a drop-off are refused once the repair is finished', async () => {
      const repair = await takeIn(shop, { customerPhone: '555-0178' });
      await assign(shop, repair.ticketNumber);
      await complete(shop, repair.ticketNumber);
      await changePhone(shop, repair, newPhone());
      const refused = await shop.staff.attempt('sendDropOffText', { params: paramsOf(repair) });
      expect(refused.problem()).toMatchObject({
        code: 'text-not-resendable',
        detail: expect.stringMatching(/repair is finished/),
      });
    });

    it('are refused if they say that a watch is ready, once it has been reopened, done again or collected', async () => {
      const failedDone = async () => {
        const repair = await repairInStatus(shop, 'in-progress');
        fail('30003');
        await complete(shop, repair.ticketNumber);
        const message = await messageOf(repair, { kind: 'done' });
        expect(message).toMatchObject({ state: 'failed', canResend: true });
        return { repair, message };
      };
      const { repair, message } = await failedDone();
      const sentBefore = sender.sent.length;
      await shop.staff.call('reopenRepair', { params: paramsOf(repair) });
      expect((await resend(message.id)).problem().detail).toMatch(/worked on again/);
      expect(sender.sent).toHaveLength(sentBefore);
      expect(await messageOf(repair, { kind: 'done' })).toMatchObject({ canResend: false });
      await complete(shop, repair.ticketNumber);
      expect((await resend(message.id)).problem().detail).toMatch(/newer text/);

      const gone = await failedDone();
      await shop.staff.call('collectRepair', { params: paramsOf(gone.repair), body: {} });
      expect((await resend(gone.message.id)).problem().detail).toMatch(/has left the shop/);
    });
  });
});
