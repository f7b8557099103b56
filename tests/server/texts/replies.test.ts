import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp, testPassword } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type InboundTexts, openInboundTexts } from '../../harness/inbound-texts.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { hour, minute } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  newIntake,
  newPhone,
  normalised,
  reply,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('customers’ replies', (engine) => {
  let shop: RunningApp;
  let inbound: InboundTexts;
  beforeAll(async () => {
    shop = await startApp(engine);
    inbound = await openInboundTexts(shop);
  });
  afterAll(async () => {
    await inbound.close();
    await shop.close();
  });

  const say = (phone: string, body: string) =>
    shop.staff.call('simulateReply', { body: { from: phone, body } });
  const automatic = (phone: string) =>
    shop.rows.run(
      "select kind from messages where phone = ? and direction = 'outbound' and kind not in ('created', 'estimate', 'done') order by id",
      normalised(phone),
    );
  const automaticKinds = async (phone: string) => (await automatic(phone)).map(({ kind }) => kind);

  it('are shown on their ticket with what they were read as', async () => {
    const { repair } = await takeInWithEstimate(shop);
    await reply(shop, repair, 'How long will it take? 🙂');
    const { messages, events } = await shop.staff.call('getRepair', {
      params: { ticketNumber: repair.ticketNumber },
    });
    expect(messages.find(({ direction }) => direction === 'inbound')).toMatchObject({
      kind: 'reply',
      body: 'How long will it take? 🙂',
      meaning: 'UNCLEAR',
      ticketNumber: repair.ticketNumber,
      phone: normalised(repair.customerPhone),
    });
    expect(events.at(-1)).toMatchObject({
      kind: 'text-received',
      actor: 'customer',
      data: { meaning: 'UNCLEAR' },
    });
  });

  it('are taken whatever is in them', async () => {
    const { repair } = await takeInWithEstimate(shop);
    const from = repair.customerPhone;
    for (const body of [
      '',
      ' ',
      '🙃'.repeat(100),
      'שלום',
      '<script>',
      'x'.repeat(1600),
      'a\nb\tc',
    ]) {
      const { message } = await say(from, body);
      expect(message).toMatchObject({ body, state: 'received' });
    }
  });

  it('change the customer’s mind until staff act, and staff are told', async () => {
    const { repair } = await takeInWithEstimate(shop);
    await reply(shop, repair, 'ACCEPT');
    await reply(shop, repair, 'DECLINE');
    expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
      status: 'estimate-declined',
      estimateAcceptedAt: null,
      estimateDeclinedAt: new Date(shop.clock.now).toISOString(),
    });
    expect(await automaticKinds(repair.customerPhone)).toEqual([
      'confirm-accept',
      'confirm-decline',
    ]);
    const [row] = await shop.rows.run(
      "select attention from messages where phone = ? and direction = 'inbound' order by id desc limit 1",
      normalised(repair.customerPhone),
    );
    expect(row).toEqual({ attention: 'changed-mind' });
  });

  it('of one text delivered twice count once', async () => {
    const { repair } = await takeInWithEstimate(shop);
    const from = normalised(repair.customerPhone);
    const sid = `SM${'a'.repeat(32)}`;
    const first = await inbound.receive({ sid, from, body: 'ACCEPT' });
    const before = await shop.rows.counts();
    const again = await inbound.receive({ sid, from, body: 'ACCEPT' });
    const changed = await inbound.receive({ sid, from, body: 'DECLINE' });
    expect([again, changed]).toEqual([first, first]);
    expect(await shop.rows.counts()).toEqual(before);
    expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-accepted');
  });

  it('of one text delivered several times at once count once', async () => {
    const { repair } = await takeInWithEstimate(shop);
    const from = normalised(repair.customerPhone);
    const sid = `SM${'b'.repeat(32)}`;
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => inbound.receive({ sid, from, body: 'ACCEPT' })),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await automaticKinds(repair.customerPhone)).toEqual(['confirm-accept']);
  });

  it('that contradict each other at the same moment leave one clear answer', async () => {
    const { repair } = await takeInWithEstimate(shop);
    await Promise.all([say(repair.customerPhone, 'ACCEPT'), say(repair.customerPhone, 'DECLINE')]);
    const kinds = await automaticKinds(repair.customerPhone);
    expect(kinds.toSorted()).toEqual(['confirm-accept', 'confirm-decline']);
    const { status } = await currentRepair(shop, repair.ticketNumber);
    expect(status).toBe(
      kinds.at(-1) === 'confirm-accept' ? 'estimate-accepted' : 'estimate-declined',
    );
  });

  it('that meet a press of staff say what really happened', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { repair } = await takeInWithEstimate(shop);
      const { ticketNumber, customerPhone } = repair;
      await reply(shop, repair, 'ACCEPT');
      const [said, assigned] = await Promise.all([
        shop.staff.attempt('simulateReply', { body: { from: customerPhone, body: 'DECLINE' } }),
        shop.staff.attempt('assignRepair', {
          params: { ticketNumber },
          body: { technicianId: 'technician-1' },
        }),
      ]);
      expect(said.status).toBe(201);
      const { status } = await currentRepair(shop, ticketNumber);
      const answered = (await automaticKinds(customerPhone)).at(-1);
      expect([assigned.status, status, answered]).toEqual(
        assigned.status === 200
          ? [200, 'assigned', 'call-us']
          : [409, 'estimate-declined', 'confirm-decline'],
      );
    }
  });

  describe('are answered by the machine', () => {
    it('three times in an hour at most', async () => {
      const { repair } = await takeInWithEstimate(shop);
      const phone = repair.customerPhone;
      const count = async () => (await automatic(phone)).length;
      for (let text = 0; text < 5; text += 1) await say(phone, 'What?');
      expect(await count()).toBe(3);
      shop.clock.advance(hour - 1);
      await say(phone, 'What?');
      expect(await count()).toBe(3);
      // An answer that counts is applied all the same, and left to staff to confirm.
      await say(phone, 'ACCEPT');
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-accepted');
      expect(await count()).toBe(3);
      shop.clock.advance(1);
      await say(phone, 'DECLINE');
      expect(await automaticKinds(phone)).toEqual([
        'clarify',
        'clarify',
        'clarify',
        'confirm-decline',
      ]);
    });

    it('once in 24 hours for a number that nobody knows', async () => {
      const phone = newPhone();
      await say(phone, 'Hello?');
      shop.clock.advance(24 * hour - 1);
      await shop.staff.logIn(testPassword);
      await say(phone, 'Hello?');
      expect(await automaticKinds(phone)).toEqual(['unknown-number']);
      shop.clock.advance(1);
      await say(phone, 'Hello?');
      expect(await automaticKinds(phone)).toEqual(['unknown-number', 'unknown-number']);
    });

    it('never where no text can go, nor in a stranger’s name', async () => {
      // Under the plain rule of the specification this Norwegian number would be +1 479-234-5678.
      const { repair } = await takeInWithEstimate(shop, { customerPhone: '(479) 234-5678' });
      for (const from of ['+4792345678', '+47 92 34 56 78']) {
        const { message } = await say(from, 'ACCEPT');
        expect(message).toMatchObject({ phone: '+4792345678', ticketNumber: null });
      }
      await say('72345', 'ACCEPT');
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-sent');
      expect(await automaticKinds(repair.customerPhone)).toEqual([]);
      const strays = await shop.rows.run(
        "select phone from messages where direction = 'outbound' and phone in ('+4792345678', '+172345')",
      );
      expect(strays).toEqual([]);
    });
  });

  describe('STOP', () => {
    it('ends every text to that phone until START', async () => {
      const { repair } = await takeInWithEstimate(shop);
      const phone = repair.customerPhone;
      const sentTo = () =>
        shop.rows.run(
          "select id from messages where phone = ? and direction = 'outbound'",
          normalised(phone),
        );
      await reply(shop, repair, 'Stop.');
      const before = await sentTo();
      shop.clock.advance(20 * minute);
      const taken = await shop.staff.call('createRepair', {
        body: newIntake({ customerPhone: phone }),
      });
      expect(taken.sms).toEqual({
        state: 'failed',
        detail: 'The customer replied STOP, so no text may be sent. Please phone them.',
      });
      await say(phone, 'What?');
      await say(phone, 'ACCEPT');
      expect(await sentTo()).toEqual(before);
      // What they answer counts, and staff are told to phone.
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-accepted');
      const [row] = await shop.rows.run(
        "select attention from messages where phone = ? and direction = 'inbound' order by id desc limit 1",
        normalised(phone),
      );
      expect(row).toEqual({ attention: 'answered-while-opted-out' });
      await say(phone, 'START');
      shop.clock.advance(20 * minute);
      const welcome = await shop.staff.call('createRepair', {
        body: newIntake({ customerPhone: phone }),
      });
      expect(welcome.sms.state).toBe('sent');
    });

    it('keeps a finished repair from being texted, not from being finished', async () => {
      const repair = await takeIn(shop);
      const params = { ticketNumber: repair.ticketNumber };
      await shop.staff.call('assignRepair', { params, body: { technicianId: 'technician-1' } });
      await reply(shop, repair, 'STOP');
      const done = await shop.staff.call('completeRepair', {
        params,
        body: { outcome: 'approved' },
      });
      expect(done.repair.status).toBe('completed');
      expect(done.sms.state).toBe('failed');
    });
  });

  it('cannot be played while texts are real', async () => {
    const real = await startApp(engine, {
      overrides: { sender: scriptedSender({ isSimulated: false }) },
    });
    const before = await real.rows.counts();
    expect((await real.staff.call('getShop')).textsAreSimulated).toBe(false);
    const problem = await real.staff.refused('simulateReply', {
      body: { from: newPhone(), body: 'ACCEPT' },
    });
    expect(problem).toMatchObject({ status: 409, code: 'simulator-off', title: 'Texts are real' });
    expect(await real.rows.counts()).toEqual(before);
    await real.close();
  });
});
