import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { currentRepair, newPhone, normalised, takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('the text functions', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  beforeAll(async () => {
    sender = scriptedSender();
    shop = await startApp(engine, { overrides: { sender } });
  });
  afterAll(async () => {
    await shop.close();
  });

  const send = (phoneNumber: string, message = 'Your strap is here') =>
    shop.staff.call('sendSms', { body: { phoneNumber, message } });
  const complete = (ticketNumber: string, clientPhone: string) =>
    shop.staff.attempt('sendCompletion', {
      body: {
        clientName: 'Ada Lovelace',
        clientPhone,
        clientEmail: 'ada@example.com',
        clientAddress: null,
        ticketNumber,
        watchBrand: 'Omega',
        watchModel: 'Seamaster',
      },
    });

  it('send a text to any number, and answer with the provider’s id', async () => {
    const phone = newPhone();
    const answer = await send(phone, 'It’s “ready”');
    const text = sender.sent.at(-1);
    expect(text).toMatchObject({ to: normalised(phone), body: 'It\'s "ready"' });
    expect(answer).toEqual({
      success: true,
      messageSid: `SM${text?.reference.replaceAll('-', '')}`,
      detail: null,
    });
    const { items } = await shop.staff.call('listMessages', { query: { phone } });
    expect(items).toMatchObject([{ kind: 'manual', state: 'accepted', ticketNumber: null }]);
  });

  it('show the text on the ticket that the phone was last texted about', async () => {
    const repair = await takeIn(shop);
    await send(repair.customerPhone);
    const { messages, events } = await shop.staff.call('getRepair', {
      params: { ticketNumber: repair.ticketNumber },
    });
    expect(messages[0]).toMatchObject({ kind: 'manual', body: 'Your strap is here' });
    expect(events.at(-1)).toMatchObject({ kind: 'text-sent', actor: 'staff' });
  });

  it.each([
    ['MM0123', true, null],
    ['SM0123', true, null],
    ['XX0123', false, "Texting isn't set up. Tell the owner."],
  ])('count an id as success by its beginning: %s', async (sid, success, detail) => {
    sender.results.push({ kind: 'accepted', sid: `${sid}${engine}` });
    expect(await send(newPhone())).toEqual({
      success,
      messageSid: `${sid}${engine}`,
      detail,
    });
  });

  it.each([
    [{ kind: 'rejected', code: '30003' }, 'The phone is off or unreachable. Try once more later.'],
    [{ kind: 'unknown' }, "We can't tell yet whether this was sent."],
  ] as const)('say so when the provider answers %j', async (result, detail) => {
    sender.results.push(result);
    expect(await send(newPhone())).toEqual({ success: false, messageSid: null, detail });
  });

  it.each(['+47 92 34 56 78', '555-0101', '000-000-0000', '212-555-0101 x5'])(
    'send nothing to %s',
    async (phone) => {
      const before = await shop.rows.counts();
      const sentBefore = sender.sent.length;
      expect(await send(phone)).toEqual({
        success: false,
        messageSid: null,
        detail: 'Invalid phone number format. Please use a valid US phone number.',
      });
      expect(await shop.rows.counts()).toEqual(before);
      expect(sender.sent).toHaveLength(sentBefore);
    },
  );

  it('tell a customer that the watch is ready, on its ticket', async () => {
    const repair = await takeIn(shop);
    const reply = await complete(repair.ticketNumber.toLowerCase(), repair.customerPhone);
    expect(reply.json()).toMatchObject({ success: true, messageSid: expect.stringMatching(/^SM/) });
    expect(sender.sent.at(-1)?.body).toBe(
      `Watch Repair Shop: your Omega Seamaster, ticket ${repair.ticketNumber}, is ready for pick-up. Questions? (212) 555-0100. STOP to opt out.`,
    );
    const { messages, repair: now } = await shop.staff.call('getRepair', {
      params: { ticketNumber: repair.ticketNumber },
    });
    expect(messages[0]).toMatchObject({ kind: 'done', state: 'accepted' });
    // The function texts; completing is another call.
    expect(now.status).toBe('pending');
  });

  it('tell nobody about a ticket that is not there', async () => {
    const before = await shop.rows.counts();
    expect((await complete('WH000000AAA', newPhone())).problem().code).toBe('repair-not-found');
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('are for staff only', async () => {
    const body = { phoneNumber: newPhone(), message: 'Hi' };
    const stranger = shop.stranger();
    expect((await stranger.refused('sendSms', { body })).code).toBe('not-logged-in');
  });

  it('note on the ticket that it was texted', async () => {
    sender.results.push({ kind: 'rejected', code: '30003' });
    const repair = await takeIn(shop);
    expect(repair.smsSent).toBe(false);
    await complete(repair.ticketNumber, repair.customerPhone);
    expect((await currentRepair(shop, repair.ticketNumber)).smsSent).toBe(true);
  });
});
