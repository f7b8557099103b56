import { describe, expect, it } from 'vitest';
import { startApp, testPassword, useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { hour } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  newPhone,
  normalised,
  reply,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('customers’ replies', (engine) => {
  const shop = useShop(engine);

  const say = (phone: string, body: string) =>
    shop.staff.call('simulateReply', { body: { from: phone, body } });
  const automaticKinds = async (phone: string) => {
    const rows = await shop.rows.run(
      "select kind from messages where phone = ? and direction = 'outbound' and kind not in ('created', 'estimate', 'done') order by id",
      normalised(phone),
    );
    return rows.map(({ kind }) => kind);
  };

  it('are shown on their ticket with what they were read as', async () => {
    const { repair } = await takeInWithEstimate(shop);
    const { ticketNumber, customerPhone } = repair;
    await reply(shop, repair, 'How long will it take? 🙂');
    const { messages, events } = await wholeRepair(shop, ticketNumber);
    expect(messages.find(({ direction }) => direction === 'inbound')).toMatchObject({
      kind: 'reply',
      state: 'received',
      body: 'How long will it take? 🙂',
      meaning: 'UNCLEAR',
      ticketNumber,
      phone: normalised(customerPhone),
    });
    expect(events.at(-1)).toMatchObject({
      kind: 'text-received',
      actor: 'customer',
      data: { meaning: 'UNCLEAR' },
    });
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
      const [, assigned] = await Promise.all([
        say(customerPhone, 'DECLINE'),
        shop.staff.attempt('assignRepair', {
          params: { ticketNumber },
          body: { technicianId: 'technician-1' },
        }),
      ]);
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
      const three = ['clarify', 'clarify', 'clarify'];
      for (let text = 0; text < 5; text += 1) await say(phone, 'What?');
      shop.clock.advance(hour - 1);
      await say(phone, 'What?');
      // An answer that counts is applied all the same, and left to staff to confirm.
      await say(phone, 'ACCEPT');
      expect((await currentRepair(shop, repair.ticketNumber)).status).toBe('estimate-accepted');
      expect(await automaticKinds(phone)).toEqual(three);
      shop.clock.advance(1);
      await say(phone, 'DECLINE');
      expect(await automaticKinds(phone)).toEqual([...three, 'confirm-decline']);
    });

    it('once in 24 hours for a number that nobody knows, and staff see what got no answer', async () => {
      const phone = newPhone();
      await say(phone, 'Hello?');
      shop.clock.advance(24 * hour - 1);
      await shop.staff.logIn(testPassword);
      const { message } = await say(phone, 'Hello?');
      expect(message).toMatchObject({ ticketNumber: null, attention: 'unclear' });
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

  it('cannot be played while texts are real', async () => {
    const sender = scriptedSender({ isSimulated: false });
    const real = await startApp(engine, { overrides: { sender } });
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
