import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { hour, minute, second } from '../../harness/settable-clock.ts';
import {
  assign,
  currentRepair,
  newPhone,
  normalized,
  repairInStatus,
  reply,
  sameCustomer,
  statusesOf,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothInLongRun('sending an estimate', (engine) => {
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });

  const send = (repairId: string, body: Record<string, unknown> = {}) =>
    shop.staff.attempt('sendEstimate', { body: { repairId, amount: 150, ...body } });
  const preview = (repairId: string, body: Record<string, unknown> = {}) =>
    shop.staff.attempt('previewEstimate', { body: { repairId, amount: 150, ...body } });
  const codeOf = async (sending: ReturnType<typeof send>) => (await sending).problem().code;
  const textsAbout = ({ ticketNumber }: Repair) =>
    sender.sent.filter(({ body }) => body.includes(ticketNumber) && body.includes('estimate'));
  const listed = async (repairId: string) =>
    (await shop.staff.call('listEstimates', { query: { repairId } })).items;
  const takeInWithPhone = async (phone: string) => {
    const { ticketNumber, clientId } = await takeIn(shop);
    await shop.rows.run('update clients set phone = ? where id = ?', phone, clientId);
    return ticketNumber;
  };

  it('texts the customer, stores the estimate and moves the ticket, by ticket number or repair id', async () => {
    const repair = await takeIn(shop);
    const { ticketNumber } = repair;
    shop.clock.advance(minute);
    const answer = await send(repair.repairId, { amount: 19.99, notes: 'With service' });
    expect(answer.status).toBe(201);
    const at = new Date(shop.clock.now).toISOString();
    const result = answer.json() as { estimate: object; repair: object };
    expect(result.estimate).toEqual({
      id: expect.any(String),
      repairId: ticketNumber,
      customerName: repair.customerName,
      customerPhone: repair.customerPhone,
      customerNoTexts: null,
      customerAgreedToTexts: null,
      watchBrand: 'Omega',
      watchModel: 'Speedmaster',
      issue: repair.issue,
      initialPhotoUrl: null,
      expectedOn: null,
      assignedTo: null,
      repairStatus: 'estimate-sent',
      estimatePrice: 19.99,
      taxThousandths: 0,
      tax: 0,
      work: null,
      lines: null,
      furtherTo: null,
      notes: 'With service',
      status: 'sent',
      responseStatus: 'pending',
      told: null,
      sentAt: at,
      acceptedAt: null,
      declinedAt: null,
      customerReply: null,
      respondedAt: null,
      answeredBy: null,
      isExpired: false,
      expiredAt: null,
      numberFails: false,
      isReplaced: false,
      acceptedBefore: null,
      remindedAt: null,
      optedOutAt: null,
      createdAt: at,
    });
    expect(result.repair).toEqual({
      ...repair,
      status: 'estimate-sent',
      estimateId: (result.estimate as { id: string }).id,
      estimatePrice: 19.99,
      estimateNotes: 'With service',
      estimateSentAt: at,
      updatedAt: at,
    });
    expect(await listed(ticketNumber)).toEqual([result.estimate]);
    const cents = 'select estimate_price_cents as cents from estimates where repair_id = ?';
    expect(await shop.rows.run(cents, ticketNumber)).toEqual([{ cents: 1999 }]);
    expect(sender.sent.at(-1)).toEqual({
      reference: expect.any(String),
      to: normalized(repair.customerPhone),
      body: `Watch Repair Shop: Omega Speedmaster repair estimate $19.99, ticket ${ticketNumber}. Reply ACCEPT or DECLINE. Questions? (212) 555-0100. STOP to opt out.`,
    });
  });

  it('names the work after the watch, in the preview as in the text, and stores it', async () => {
    const { ticketNumber } = await takeIn(shop);
    const body = { repairId: ticketNumber, amount: 95, work: ' New crown and gasket ' };
    const preview = await shop.staff.call('previewEstimate', { body });
    expect(preview.body).toContain(
      ': Omega Speedmaster (New crown and gasket) repair estimate $95.00, ticket',
    );
    const { estimate, repair } = await shop.staff.call('sendEstimate', { body });
    expect(sender.sent.at(-1)?.body).toBe(preview.body);
    expect(estimate.work).toBe('New crown and gasket');
    expect(repair.estimateWork).toBe('New crown and gasket');
    const refused = await shop.staff.attempt('sendEstimate', {
      body: { ...body, work: 'x'.repeat(121) },
    });
    expect([refused.status, refused.json()]).toMatchObject([
      422,
      { errors: [{ path: 'work', message: 'Work must be at most 120 characters' }] },
    ]);
  });

  it('replaces the one before, which leaves the list, and waits for an answer again', async () => {
    const { repair } = await takeInWithEstimate(shop, {}, 100);
    const { ticketNumber } = repair;
    await reply(shop, repair, 'DECLINE');
    await send(ticketNumber, { amount: 120 });
    const prices = (await listed(ticketNumber)).map(({ estimatePrice }) => estimatePrice);
    expect(prices).toEqual([120]);
    const { estimates, repair: now } = await wholeRepair(shop, ticketNumber);
    expect(estimates).toMatchObject([
      { estimatePrice: 120, isReplaced: false },
      { estimatePrice: 100, isReplaced: true },
    ]);
    expect(now).toMatchObject({
      status: 'estimate-sent',
      estimatePrice: 120,
      estimateDeclinedAt: null,
    });
  });

  describe('that replaces an accepted price before anybody was assigned', () => {
    const reasonsOf = async (ticketNumber: string) =>
      (await shop.staff.call('listAttention')).items
        .filter((one) => one.ticketNumber === ticketNumber)
        .map(({ reason }) => reason);
    const goOn = (ticketNumber: string, estimateId: string) =>
      shop.staff.attempt('goOn', { params: { ticketNumber }, body: { estimateId } });

    it('waits for another answer, and after a decline the accepted price applies again', async () => {
      const repair = await repairInStatus(shop, 'estimate-accepted');
      const { ticketNumber, estimateId } = repair;
      expect(await reasonsOf(ticketNumber)).toEqual(['accepted']);
      const sent = await send(ticketNumber, { amount: 220, replacesAccepted: estimateId });
      expect(sent.json()).toMatchObject({
        estimate: { estimatePrice: 220, acceptedBefore: { id: estimateId, estimatePrice: 150 } },
        repair: { status: 'estimate-sent', estimatePrice: 220, estimateAcceptedAt: null },
      });
      expect(await reasonsOf(ticketNumber)).toEqual([]);
      expect((await wholeRepair(shop, ticketNumber)).estimates).toMatchObject([
        { estimatePrice: 220, isReplaced: false },
        { estimatePrice: 150, isReplaced: true, responseStatus: 'accepted' },
      ]);
      await reply(shop, repair, 'DECLINE');
      expect(await reasonsOf(ticketNumber)).toEqual(['declined']);
      const presses = await Promise.all([1, 2].map(() => goOn(ticketNumber, estimateId ?? '')));
      expect(statusesOf(presses)).toEqual([200, 200]);
      expect(await currentRepair(shop, ticketNumber)).toMatchObject({
        status: 'estimate-accepted',
        estimateId,
        estimatePrice: 150,
        estimateAcceptedAt: repair.estimateAcceptedAt,
      });
      expect(await listed(ticketNumber)).toMatchObject([{ id: estimateId, status: 'accepted' }]);
      expect(await reasonsOf(ticketNumber)).toEqual(['accepted']);
      expect((await assign(shop, ticketNumber)).repair.status).toBe('assigned');
    });

    it('is refused if the caller has not seen what was accepted, or that it has been assigned since: the price stays', async () => {
      const seen = await takeInWithEstimate(shop);
      const { ticketNumber } = seen.repair;
      await reply(shop, seen.repair, 'ACCEPT');
      for (const replacesAccepted of [null, randomUUID()]) {
        const refused = await send(ticketNumber, { amount: 220, replacesAccepted });
        expect(refused.problem()).toMatchObject({
          code: 'repair-status',
          repair: { status: 'estimate-accepted', estimateId: seen.estimateId, estimatePrice: 150 },
        });
      }
      await assign(shop, ticketNumber);
      const late = await send(ticketNumber, { amount: 220, replacesAccepted: seen.estimateId });
      expect(late.problem()).toMatchObject({
        code: 'repair-status',
        repair: { status: 'assigned', estimatePrice: 150 },
      });
      expect(textsAbout(seen.repair)).toHaveLength(1);
    });

    it('leaves that price in force if the text is refused, and when sent again replaces no other', async () => {
      const resend = async ({ ticketNumber }: Repair) => {
        const { messages } = await wholeRepair(shop, ticketNumber);
        const failed = messages.find(
          ({ kind, state }) => kind === 'estimate' && state === 'failed',
        );
        return shop.staff.attempt('resendText', { params: { id: failed?.id ?? '' } });
      };
      const meant = await repairInStatus(shop, 'estimate-accepted');
      const { repair: unaware } = await takeInWithEstimate(shop);
      for (const { ticketNumber } of [meant, unaware]) {
        sender.results.push({ kind: 'rejected', code: '30003' });
        expect(await codeOf(send(ticketNumber, { amount: 220 }))).toBe('sms-failed');
      }
      await reply(shop, unaware, 'ACCEPT');
      for (const { ticketNumber } of [meant, unaware]) {
        expect(await currentRepair(shop, ticketNumber)).toMatchObject({
          status: 'estimate-accepted',
          estimatePrice: 150,
        });
      }
      expect((await resend(unaware)).problem().code).toBe('repair-status');
      expect((await resend(meant)).status).toBe(201);
      expect(await currentRepair(shop, meant.ticketNumber)).toMatchObject({
        status: 'estimate-sent',
        estimatePrice: 220,
      });
    });
  });

  it('is previewed to the letter, without any effect', async () => {
    const first = await takeInWithEstimate(shop);
    shop.clock.advance(minute);
    const another = await takeIn(shop, {
      ...sameCustomer(first.repair),
      watchBrand: 'Patek Philippe',
      watchModel: 'Grande Complication “Ref. 5208”',
    });
    for (const { ticketNumber, repairId } of [await takeIn(shop), another]) {
      const before = await shop.rows.counts();
      const sentBefore = sender.sent.length;
      const shown = (await preview(ticketNumber)).json() as { body: string };
      expect(shown).toEqual({
        body: shown.body,
        encoding: 'GSM-7',
        characters: shown.body.length,
        segments: shown.body.length > 160 ? 2 : 1,
      });
      expect(await shop.rows.counts()).toEqual(before);
      expect(sender.sent).toHaveLength(sentBefore);
      expect((await preview(repairId)).json()).toEqual(shown);
      await send(ticketNumber);
      expect(sender.sent.at(-1)?.body).toBe(shown.body);
    }
    // The phone has another estimate open: the answer must name the ticket.
    expect(sender.sent.at(-1)?.body).toContain(`Reply ACCEPT ${another.ticketNumber}`);
  });

  describe('is refused, and so is its preview', () => {
    async function expectRefused(ticketNumber: string, problem: object, body = {}) {
      const before = await shop.rows.counts();
      const sentBefore = sender.sent.length;
      for (const ask of [preview, send]) {
        expect((await ask(ticketNumber, body)).problem()).toMatchObject(problem);
      }
      expect(await shop.rows.counts()).toEqual(before);
      expect(sender.sent).toHaveLength(sentBefore);
    }

    it('for a repair that does not exist or is finished', async () => {
      await expectRefused('WH000000AAA', { status: 404, code: 'repair-not-found' });
      const { ticketNumber } = await repairInStatus(shop, 'completed');
      await expectRefused(ticketNumber, { code: 'repair-status', repair: { status: 'completed' } });
    });

    const invalid = 'Invalid phone number format. Please use a valid US phone number.';
    const missing = 'Customer phone number is missing from repair record';
    it.each([
      ['', 'client-phone-missing', missing, undefined],
      ['555-0101', 'phone-not-textable', invalid, 'it needs ten digits.'],
      ['+47 92 34 56 78', 'phone-not-textable', invalid, 'its country code is not +1.'],
    ])('for a phone of %j', async (phone, code, detail, why) => {
      const advice = why && `Texts cannot reach this number: ${why}`;
      const problem = { status: 422, code, detail, ...(advice ? { advice } : {}) };
      await expectRefused(await takeInWithPhone(phone), problem);
    });
  });

  it('stores no estimate when the text is refused, and says what to do', async () => {
    const repair = await takeIn(shop);
    const advice = 'The number isn’t valid. Check it.';
    sender.results.push({ kind: 'rejected', code: '21211' });
    expect((await send(repair.ticketNumber)).problem()).toMatchObject({
      status: 502,
      code: 'sms-failed',
      title: 'SMS sending failed',
      detail: 'Please verify the phone number format and text-message provider setup.',
      advice,
    });
    const { repair: now, estimates, messages } = await wholeRepair(shop, repair.ticketNumber);
    expect(now).toEqual({ ...repair, numberFails: true });
    expect(estimates).toEqual([]);
    const failed = { kind: 'estimate', state: 'failed', errorCode: '21211', advice };
    expect(messages[0]).toMatchObject(failed);
    expect((await send(repair.ticketNumber)).status).toBe(201);
  });

  describe('a second time with another id, or none, within two minutes', () => {
    it('needs a confirmation that names the customer, and is then sent', async () => {
      const { repair } = await takeInWithEstimate(shop, { customerName: 'Grace Hopper' });
      shop.clock.advance(12 * second);
      for (const estimateId of [randomUUID(), null]) {
        expect((await send(repair.ticketNumber, { estimateId })).problem()).toMatchObject({
          status: 409,
          code: 'estimate-just-sent',
          detail: 'Already sent to Grace Hopper 12 seconds ago. Send again?',
          customerName: 'Grace Hopper',
          secondsAgo: 12,
        });
      }
      expect(textsAbout(repair)).toHaveLength(1);
      const estimateId = randomUUID();
      expect((await send(repair.ticketNumber, { estimateId, again: true })).status).toBe(201);
      expect((await send(repair.ticketNumber, { estimateId, again: true })).status).toBe(200);
      expect(textsAbout(repair)).toHaveLength(2);
    });

    it.each<[string, (repair: Repair) => unknown, Record<string, unknown>]>([
      ['after the two minutes', () => shop.clock.advance(2 * minute), {}],
      ['where the price is different', () => undefined, { amount: 150.01 }],
      ['where the first was declined', (repair) => reply(shop, repair, 'DECLINE'), {}],
      [
        'if the first did not arrive',
        ({ ticketNumber }) =>
          shop.rows.run(
            "update messages set state = 'undelivered' where ticket_number = ? and kind = 'estimate'",
            ticketNumber,
          ),
        {},
      ],
    ])('is sent %s', async (_where, prepare, body) => {
      const { repair } = await takeInWithEstimate(shop);
      expect(await codeOf(send(repair.ticketNumber))).toBe('estimate-just-sent');
      await prepare(repair);
      expect((await send(repair.ticketNumber, body)).status).toBe(201);
    });
  });

  describe('a second time with the same id', () => {
    it('is the same estimate, even later', async () => {
      const repair = await takeIn(shop);
      const estimateId = randomUUID();
      const first = await send(repair.ticketNumber, { estimateId });
      shop.clock.advance(hour);
      const again = await send(repair.ticketNumber, { estimateId });
      expect([again.status, again.json()]).toEqual([200, first.json()]);
      await reply(shop, repair, 'ACCEPT');
      await assign(shop, repair.ticketNumber);
      await reply(shop, repair, 'STOP');
      const late = await send(repair.ticketNumber, { estimateId });
      expect([late.status, late.json()]).toMatchObject([
        200,
        { estimate: { status: 'assigned', estimatePrice: 150 }, repair: { status: 'assigned' } },
      ]);
      expect(textsAbout(repair)).toHaveLength(1);
    });

    it('is sent if the first was refused: once, however many ask at once', async () => {
      const repair = await takeIn(shop);
      const estimateId = randomUUID();
      sender.results.push({ kind: 'rejected', code: '30003' });
      expect(await codeOf(send(repair.ticketNumber, { estimateId }))).toBe('sms-failed');
      const answers = await Promise.all(
        [1, 2, 3].map(() => send(repair.ticketNumber, { estimateId })),
      );
      expect(statusesOf(answers)[0]).toBeLessThan(202);
      expect(textsAbout(repair)).toHaveLength(2);
      expect((await send(repair.ticketNumber, { estimateId })).status).toBe(200);
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
    });

    const asked = { amount: 150, work: 'New crown', notes: 'Since 1998' };
    it.each([
      ['price', { ...asked, amount: 900 }],
      ['description of the work', { ...asked, work: 'New crystal' }],
      ['note', { ...asked, notes: null }],
    ])('is refused if it asks for another %s, until the first has failed', async (_what, other) => {
      const repair = await takeIn(shop);
      const estimateId = randomUUID();
      sender.results.push({ kind: 'rejected', code: '30003' });
      const failed = await send(repair.ticketNumber, { ...other, estimateId });
      expect(failed.problem().code).toBe('sms-failed');
      const first = await send(repair.ticketNumber, { ...asked, estimateId });
      expect(first.status).toBe(201);
      expect((await send(repair.ticketNumber, { ...other, estimateId })).problem()).toMatchObject({
        status: 409,
        code: 'message-id-taken',
        detail: 'It went out with a different price, work or notes. Please start over.',
        repair: { estimatePrice: 150, estimateWork: 'New crown', estimateNotes: 'Since 1998' },
      });
      const again = await send(repair.ticketNumber, { ...asked, estimateId });
      expect([again.status, again.json()]).toEqual([200, first.json()]);
      expect(textsAbout(repair)).toHaveLength(2);
    });

    it('is refused if the id is another ticket’s, or another text’s', async () => {
      const one = await takeIn(shop);
      const other = await takeIn(shop, { customerPhone: newPhone() });
      const estimateId = randomUUID();
      await send(one.ticketNumber, { estimateId });
      expect((await send(other.ticketNumber, { estimateId })).problem()).toMatchObject({
        status: 409,
        code: 'message-id-taken',
        detail: 'It was sent for another ticket. Please start over.',
      });
      const messageId = randomUUID();
      const params = { ticketNumber: other.ticketNumber };
      await shop.staff.call('sendText', { params, body: { messageId, body: 'Hi' } });
      expect(await codeOf(send(other.ticketNumber, { estimateId: messageId }))).toBe(
        'message-id-taken',
      );
    });
  });
});
