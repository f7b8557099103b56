import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import { currentRepair, normalised, reply, takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('sending an estimate', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  beforeAll(async () => {
    sender = scriptedSender();
    shop = await startApp(engine, { overrides: { sender } });
  });
  afterAll(async () => {
    await shop.close();
  });

  const send = (repairId: string, body: Record<string, unknown> = {}) =>
    shop.staff.attempt('sendEstimate', { body: { repairId, amount: 150, ...body } });
  const setPhone = (clientId: string, phone: string) =>
    shop.rows.run('update clients set phone = ? where id = ?', phone, clientId);

  it('texts the customer, stores the estimate and moves the ticket', async () => {
    const repair = await takeIn(shop);
    shop.clock.advance(minute);
    const answer = await send(repair.ticketNumber, { amount: 149.5, notes: 'With service' });
    expect(answer.status).toBe(201);
    const at = new Date(shop.clock.now).toISOString();
    const result = answer.json() as { estimate: object; repair: object };
    expect(result.estimate).toEqual({
      id: expect.any(String),
      repairId: repair.ticketNumber,
      customerName: repair.customerName,
      customerPhone: repair.customerPhone,
      watchBrand: 'Omega',
      watchModel: 'Speedmaster',
      assignedTo: null,
      estimatePrice: 149.5,
      notes: 'With service',
      status: 'sent',
      responseStatus: 'pending',
      sentAt: at,
      acceptedAt: null,
      declinedAt: null,
      customerReply: null,
      respondedAt: null,
      isExpired: false,
      expiredAt: null,
      isReplaced: false,
      remindedAt: null,
      createdAt: at,
    });
    expect(result.repair).toEqual({
      ...repair,
      status: 'estimate-sent',
      estimateId: (result.estimate as { id: string }).id,
      estimatePrice: 149.5,
      estimateNotes: 'With service',
      estimateSentAt: at,
      updatedAt: at,
    });
    const { items } = await shop.staff.call('listEstimates', {
      query: { repairId: repair.ticketNumber },
    });
    expect(items).toEqual([result.estimate]);
    expect(sender.sent.at(-1)).toEqual({
      reference: expect.any(String),
      to: normalised(repair.customerPhone),
      body: `Watch Repair Shop: Omega Speedmaster repair estimate $149.50, ticket ${repair.ticketNumber}. Reply ACCEPT or DECLINE. Questions? (212) 555-0100. STOP to opt out.`,
    });
  });

  it('takes the repair by its repair id, and stores the ticket number', async () => {
    const repair = await takeIn(shop);
    expect((await send(repair.repairId)).json()).toMatchObject({
      estimate: { repairId: repair.ticketNumber },
    });
  });

  it('names the ticket in the answer where the phone has another estimate open', async () => {
    const first = await takeIn(shop);
    await send(first.ticketNumber);
    shop.clock.advance(minute);
    const second = await takeIn(shop, {
      customerPhone: first.customerPhone,
      customerEmail: first.customerEmail,
      watchBrand: 'Seiko',
      watchModel: '5',
    });
    await send(second.ticketNumber, { amount: 80 });
    expect(sender.sent.at(-1)?.body).toBe(
      `Watch Repair Shop: Seiko 5 repair estimate $80.00. Reply ACCEPT ${second.ticketNumber} or DECLINE ${second.ticketNumber}. Questions? (212) 555-0100. STOP to opt out.`,
    );
  });

  it.each([0.01, 0.29, 1, 19.99, 1150, 12_345.67, 999_999.99])(
    'keeps %d dollars to the cent, in the text with two decimals',
    async (amount) => {
      const { ticketNumber } = await takeIn(shop);
      const answer = await send(ticketNumber, { amount });
      expect(answer.json()).toMatchObject({
        estimate: { estimatePrice: amount },
        repair: { estimatePrice: amount },
      });
      const rows = await shop.rows.run(
        'select estimate_price_cents from estimates where repair_id = ?',
        ticketNumber,
      );
      expect(rows).toEqual([{ estimate_price_cents: Math.round(amount * 100) }]);
      const shown = sender.sent.at(-1)?.body.match(/\$([\d,.]+\d)/)?.[1];
      expect(shown?.replaceAll(',', '')).toBe(amount.toFixed(2));
    },
  );

  it('replaces the open one: the older leaves the list, its row stays', async () => {
    const { ticketNumber } = await takeIn(shop);
    await send(ticketNumber, { amount: 100 });
    shop.clock.advance(minute);
    await send(ticketNumber, { amount: 120 });
    const { items } = await shop.staff.call('listEstimates', {
      query: { repairId: ticketNumber },
    });
    expect(items.map(({ estimatePrice }) => estimatePrice)).toEqual([120]);
    const { estimates, repair } = await shop.staff.call('getRepair', { params: { ticketNumber } });
    expect(estimates).toMatchObject([
      { estimatePrice: 120, isReplaced: false },
      { estimatePrice: 100, isReplaced: true },
    ]);
    expect(repair.estimatePrice).toBe(120);
  });

  it('may follow a declined one, and waits for an answer anew', async () => {
    const repair = await takeIn(shop);
    await send(repair.ticketNumber, { amount: 100 });
    await reply(shop, repair, 'DECLINE');
    shop.clock.advance(minute);
    await send(repair.ticketNumber, { amount: 80 });
    expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
      status: 'estimate-sent',
      estimatePrice: 80,
      estimateDeclinedAt: null,
    });
  });

  describe('is refused', () => {
    it.each([
      ['no amount', {}, 'Please enter an estimate amount'],
      ['null', { amount: null }, 'Please enter an estimate amount'],
      ['a blank one', { amount: ' ' }, 'Please enter an estimate amount'],
      ['words', { amount: 'much' }, 'Please enter a valid estimate amount'],
      ['zero', { amount: 0 }, 'Please enter a valid estimate amount'],
      ['less than zero', { amount: -5 }, 'Please enter a valid estimate amount'],
      ['a number as text', { amount: '150' }, 'Please enter a valid estimate amount'],
      ['a part of a cent', { amount: 1.005 }, 'Please enter a valid estimate amount'],
      ['too much', { amount: 1e9 }, 'Please enter a valid estimate amount'],
    ])('for %s in the words of the specification', async (_what, body, message) => {
      const { ticketNumber } = await takeIn(shop);
      const before = await shop.rows.counts();
      const answer = await shop.staff.attempt('sendEstimate', {
        body: { repairId: ticketNumber, ...body },
      });
      expect(answer.problem()).toMatchObject({
        status: 422,
        code: 'validation-failed',
        detail: message,
        errors: [{ path: 'amount', message }],
      });
      expect(await shop.rows.counts()).toEqual(before);
    });

    it.each([
      [
        '',
        'client-phone-missing',
        'Customer phone number is missing from repair record',
        undefined,
      ],
      [
        '555-0101',
        'phone-not-textable',
        'Invalid phone number format. Please use a valid US phone number.',
        'Texts cannot reach this number: it needs ten digits.',
      ],
      [
        '000-000-0000',
        'phone-not-textable',
        'Invalid phone number format. Please use a valid US phone number.',
        'Texts cannot reach this number: no area code or exchange begins with 0 or 1.',
      ],
      [
        '+47 92 34 56 78',
        'phone-not-textable',
        'Invalid phone number format. Please use a valid US phone number.',
        'Texts cannot reach this number: its country code is not +1.',
      ],
    ])('for a phone of %j', async (phone, code, detail, advice) => {
      const { ticketNumber, clientId } = await takeIn(shop);
      await setPhone(clientId, phone);
      const before = await shop.rows.counts();
      const sentBefore = sender.sent.length;
      const answer = await send(ticketNumber);
      expect(answer.problem()).toMatchObject({ status: 422, code, detail });
      expect(answer.problem().advice).toBe(advice);
      expect(await shop.rows.counts()).toEqual(before);
      expect(sender.sent).toHaveLength(sentBefore);
    });

    it('with the missing amount named before the missing phone', async () => {
      const { ticketNumber, clientId } = await takeIn(shop);
      await setPhone(clientId, '');
      expect((await send(ticketNumber, { amount: null })).problem().detail).toBe(
        'Please enter an estimate amount',
      );
    });

    it('for a repair that is not there', async () => {
      expect((await send('WH000000AAA')).problem().code).toBe('repair-not-found');
      expect((await send(' ')).problem().errors?.[0]?.path).toBe('repairId');
    });

    it('to a customer who opted out', async () => {
      const repair = await takeIn(shop);
      await reply(shop, repair, 'STOP');
      const before = await shop.rows.counts();
      expect((await send(repair.ticketNumber)).problem()).toMatchObject({
        status: 409,
        code: 'phone-opted-out',
        title: 'Customer opted out of texts',
      });
      expect(await shop.rows.counts()).toEqual(before);
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('pending');
      await reply(shop, repair, 'START');
      expect((await send(repair.ticketNumber)).status).toBe(201);
    });
  });

  it('stores no estimate when the text is refused, and says what to do', async () => {
    const repair = await takeIn(shop);
    sender.results.push({ kind: 'rejected', code: '21211' });
    expect((await send(repair.ticketNumber)).problem()).toMatchObject({
      status: 502,
      code: 'sms-failed',
      title: 'SMS sending failed',
      detail: 'Please verify the phone number format and text-message provider setup.',
      advice: "The number isn't valid. Check it.",
    });
    expect(await currentRepair(shop, repair.ticketNumber)).toEqual(repair);
    const { estimates, messages } = await shop.staff.call('getRepair', {
      params: { ticketNumber: repair.ticketNumber },
    });
    expect(estimates).toEqual([]);
    expect(messages[0]).toMatchObject({
      kind: 'estimate',
      state: 'failed',
      errorCode: '21211',
      advice: "The number isn't valid. Check it.",
    });
    // Nothing stands in the way of another try.
    expect((await send(repair.ticketNumber)).status).toBe(201);
  });
});
