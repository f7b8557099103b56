import { expect, it } from 'vitest';
import type { SendResult } from '../../../server/ports/text-sender.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import {
  currentRepair,
  newPhone,
  normalized,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('the text functions', (engine) => {
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });

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
    expect(text).toMatchObject({ to: normalized(phone), body: 'It\'s "ready"' });
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
    const { messages, events } = await wholeRepair(shop, repair.ticketNumber);
    expect(messages[0]).toMatchObject({ kind: 'manual', body: 'Your strap is here' });
    expect(events.at(-1)).toMatchObject({ kind: 'text-sent', actor: 'staff' });
  });

  it.each<[string, SendResult, boolean, string | null]>([
    ['a sid of a picture', { kind: 'accepted', sid: `MM0123${engine}` }, true, null],
    [
      'a sid of something else',
      { kind: 'accepted', sid: `XX0123${engine}` },
      false,
      'Texting isn’t set up. Tell the owner.',
    ],
    [
      'a refusal',
      { kind: 'rejected', code: '30003' },
      false,
      'The phone is off or unreachable. Try again later.',
    ],
    ['nothing clear', { kind: 'unknown' }, false, 'We can’t tell yet whether this was sent.'],
  ])('say what came of it if the provider gives %s', async (_what, result, success, detail) => {
    sender.results.push(result);
    const messageSid = result.kind === 'accepted' ? result.sid : null;
    expect(await send(newPhone())).toEqual({ success, messageSid, detail });
  });

  it.each(['+47 92 34 56 78', '212-555-0101 x5'])('send nothing to %s', async (phone) => {
    const before = await shop.rows.counts();
    const sentBefore = sender.sent.length;
    const detail = 'Invalid phone number format. Please use a valid US phone number.';
    expect(await send(phone)).toEqual({ success: false, messageSid: null, detail });
    expect(await shop.rows.counts()).toEqual(before);
    expect(sender.sent).toHaveLength(sentBefore);
  });

  it('tell a customer that the watch is ready, on its ticket', async () => {
    const repair = await takeIn(shop);
    const reply = await complete(repair.ticketNumber.toLowerCase(), repair.customerPhone);
    expect(reply.json()).toMatchObject({ success: true, messageSid: expect.stringMatching(/^SM/) });
    expect(sender.sent.at(-1)?.body).toBe(
      `Watch Repair Shop: your Omega Seamaster, ticket ${repair.ticketNumber}, is ready for pickup. Questions? (212) 555-0100. STOP to opt out.`,
    );
    const { messages, repair: now } = await wholeRepair(shop, repair.ticketNumber);
    expect(messages[0]).toMatchObject({ kind: 'done', state: 'accepted' });
    // The function texts; completing is another call.
    expect(now.status).toBe('pending');
  });

  it('text nobody about a ticket that does not exist', async () => {
    const before = await shop.rows.counts();
    expect((await complete('WH000000AAA', newPhone())).problem().code).toBe('repair-not-found');
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('note on the ticket that the customer was texted', async () => {
    sender.results.push({ kind: 'rejected', code: '30003' });
    const repair = await takeIn(shop);
    expect(repair.smsSent).toBe(false);
    await complete(repair.ticketNumber, repair.customerPhone);
    expect((await currentRepair(shop, repair.ticketNumber)).smsSent).toBe(true);
  });
});
