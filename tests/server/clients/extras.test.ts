import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import { defaultShopSettings } from '../../../domain/shop-settings.ts';
import { initialsHeader } from '../../../domain/staff-initials.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  assign,
  complete,
  currentRepair,
  newIntake,
  newPhone,
  reply,
  sameCustomer,
  say,
  takeIn,
  unclearReply,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvText, importFile } from '../../harness/transfers.ts';

type Intake = Input<'createRepair', 'body'>;

/** What a client has besides a name: how they are texted, in which language, and how they pay. */

describeOnBothInLongRun('a client’s preferences', (engine) => {
  let shop: RunningApp;
  let sender: ScriptedSender;
  beforeEach(async () => {
    sender = scriptedSender();
    shop = await startApp(engine, { overrides: { sender } });
  });
  afterEach(() => shop.close());

  const texts = () => sender.sent.map(({ body }) => body);
  const setTexts = (changes: Partial<typeof defaultShopSettings.texts>) =>
    shop.staff.call('changeSettings', {
      body: { ...defaultShopSettings, texts: { ...defaultShopSettings.texts, ...changes } },
    });

  it('a customer who asked not to be texted gets no text at intake or completion, for an estimate or from staff', async () => {
    const body = newIntake({ customerNoTexts: true });
    const first = await shop.staff.call('createRepair', { body });
    const detail = 'The customer asked not to be texted.';
    const withheld = { state: 'withheld', detail };
    expect(first.sms).toEqual(withheld);
    // A repeated request answers the same.
    expect((await shop.staff.call('createRepair', { body })).sms).toEqual(withheld);
    const { ticketNumber, customerPhone } = first.repair;
    for (const refused of [
      await shop.staff.refused('sendEstimate', { body: { repairId: ticketNumber, amount: 80 } }),
      await shop.staff.refused('sendText', {
        params: { ticketNumber },
        body: { messageId: crypto.randomUUID(), body: 'Hello' },
      }),
    ]) {
      expect(refused).toMatchObject({ status: 409, code: 'texts-not-wanted', detail });
    }
    const sent = await shop.staff.call('sendSms', {
      body: { phoneNumber: customerPhone, message: 'Hello' },
    });
    expect(sent).toMatchObject({ success: false, detail });
    await assign(shop, ticketNumber);
    const done = await complete(shop, ticketNumber);
    expect(done.sms).toEqual(withheld);
    expect(texts()).toEqual([]);
    const { messages } = await wholeRepair(shop, ticketNumber);
    expect(messages).toEqual([]);
    const { items } = await shop.staff.call('listAttention');
    expect(items).toEqual([]);
  });

  it('with “Text only with consent”, no one else is texted; the history has when consent was given, and to whom', async () => {
    await shop.staff.call('changeSettings', {
      body: {
        ...defaultShopSettings,
        staff: [{ name: 'Ana Lima', initials: 'AL' }],
        texts: { ...defaultShopSettings.texts, asksForConsent: true, onlyWithConsent: true },
      },
    });
    const ana = new HttpClient(shop.origin, shop.staff.cookie, { [initialsHeader]: 'AL' });
    const { repair, sms } = await shop.staff.call('createRepair', { body: newIntake() });
    expect(sms).toEqual({
      state: 'withheld',
      detail: 'The customer hasn’t agreed to texts.',
    });
    shop.clock.advance(11 * minute);
    const next = await ana.call('createRepair', {
      body: newIntake({ ...sameCustomer(repair), customerAgreedToTexts: true }),
    });
    expect(next.repair).toMatchObject({ clientId: repair.clientId, customerAgreedToTexts: true });
    expect(next.sms).toEqual({ state: 'sent', detail: null });
    expect(next.unconfirmedChanges).toBeNull();
    const { items } = await shop.staff.call('listClientEvents', {
      params: { id: repair.clientId },
    });
    expect(items.find(({ kind }) => kind === 'client-updated')).toMatchObject({
      at: next.repair.createdAt,
      actor: 'staff',
      initials: 'AL',
      data: { before: { agreedToTexts: null }, after: { agreedToTexts: true } },
    });
    // If left out, it stays.
    shop.clock.advance(11 * minute);
    const later = await takeIn(shop, sameCustomer(repair));
    expect(later.customerAgreedToTexts).toBe(true);
  });

  it('an agreement is for one number: it ends with another, unless it is given again', async () => {
    await setTexts({ asksForConsent: true, onlyWithConsent: true });
    const repair = await takeIn(shop, { customerAgreedToTexts: true });
    const { clientId, customerPhone: phone, customerName: name, customerEmail: email } = repair;
    const edit = async (body: object) => {
      const params = { id: clientId };
      const changes = { name, email, phone, ...body };
      return (await shop.staff.call('editClient', { params, body: changes })).client.agreedToTexts;
    };
    // No matter how it is written.
    expect(await edit({ phone: phone.replaceAll(/\D/g, '') })).toBe(true);
    expect(await edit({ phone: '(207) 555-0150' })).toBeNull();
    expect(await edit({ phone: '(207) 555-0151', agreedToTexts: true })).toBe(true);
    const { items } = await shop.staff.call('listClientEvents', { params: { id: clientId } });
    expect(items.map(({ data }) => data)).toContainEqual({
      before: { phone: phone.replaceAll(/\D/g, ''), agreedToTexts: true },
      after: { phone: '(207) 555-0150', agreedToTexts: null },
    });
    // The same at intake; and an agreement for a number that isn't the client's is not stored.
    const intake = async (changes: object) => {
      shop.clock.advance(11 * minute);
      const body = newIntake({ ...sameCustomer(repair), ...changes });
      return shop.staff.call('createRepair', { body });
    };
    const other = await intake({ clientId, customerPhone: '(207) 555-0152' });
    expect(other.repair.customerAgreedToTexts).toBeNull();
    expect(other.sms?.state).toBe('withheld');
    const unconfirmed = await intake({
      customerPhone: '(207) 555-0153',
      customerAgreedToTexts: true,
    });
    expect(unconfirmed.repair).toMatchObject({
      clientId,
      customerPhone: '(207) 555-0152',
      customerAgreedToTexts: null,
    });
    const again = await intake({
      clientId,
      customerPhone: '(207) 555-0153',
      customerAgreedToTexts: true,
    });
    expect(again.repair.customerAgreedToTexts).toBe(true);
    expect(again.sms?.state).toBe('sent');
  });

  it('a new client’s agreement is in the history from the first day, even if it came from a file', async () => {
    const repair = await takeIn(shop, { customerAgreedToTexts: true, customerLanguage: 'es' });
    const eventsOf = async (id: string) =>
      (await shop.staff.call('listClientEvents', { params: { id } })).items;
    expect((await eventsOf(repair.clientId))[0]).toMatchObject({
      kind: 'client-created',
      at: repair.createdAt,
      actor: 'staff',
      data: { before: null, after: { agreedToTexts: true, language: 'es', noTexts: null } },
    });
    const row = ['Ben Ode', 'ben@example.com', newPhone(), 'yes'];
    await importFile(
      shop.staff,
      'clients',
      csvText(['Name', 'Email', 'Phone', 'Agreed to texts'], row),
    );
    const { items } = await shop.staff.call('listClients', { query: { q: 'Ben Ode' } });
    expect(await eventsOf(items[0]?.id ?? '')).toMatchObject([
      { kind: 'client-imported', data: { before: null, after: { agreedToTexts: true } } },
    ]);
  });

  it('an unconfirmed match neither gives consent nor cancels a wish for no texts', async () => {
    const first = await takeIn(shop, { customerNoTexts: true });
    const again = (extras: Partial<Intake>) =>
      shop.staff.call('createRepair', {
        body: newIntake({
          ...sameCustomer(first),
          customerPhone: newPhone(),
          watchModel: crypto.randomUUID(),
          ...extras,
        }),
      });
    const free = await again({
      customerNoTexts: false,
      customerAgreedToTexts: true,
      customerCompany: 'Clock & Co',
    });
    expect(free.unconfirmedChanges).toMatchObject([{ field: 'phone' }]);
    expect(free.clientChanges).toBeNull();
    expect(free.repair).toMatchObject({
      clientId: first.clientId,
      customerNoTexts: true,
      customerAgreedToTexts: null,
      customerCompany: null,
    });
    const { client } = await shop.staff.call('getClient', { params: { id: first.clientId } });
    const { name, email, phone } = client;
    await shop.staff.call('editClient', {
      params: { id: client.id },
      body: { name, email, phone, noTexts: null, agreedToTexts: true },
    });
    const bound = await again({ customerNoTexts: true, customerAgreedToTexts: false });
    expect(bound.repair).toMatchObject({ customerNoTexts: true, customerAgreedToTexts: false });
  });

  describe('no text goes to a phone', () => {
    const refused = 'The customer asked not to be texted.';
    const sendSms = (phoneNumber: string) =>
      shop.staff.call('sendSms', { body: { phoneNumber, message: 'Hello' } });

    it('that is shared with someone who wants none', async () => {
      const phone = newPhone();
      await takeIn(shop, {
        customerName: 'Mary Bell',
        customerPhone: phone,
        customerNoTexts: true,
      });
      shop.clock.advance(minute);
      const { sms, repair } = await shop.staff.call('createRepair', {
        body: newIntake({ customerName: 'Tom Bell', customerPhone: phone, watchModel: 'Geneve' }),
      });
      expect(sms).toEqual({ state: 'withheld', detail: refused });
      const params = { ticketNumber: repair.ticketNumber };
      const body = { messageId: crypto.randomUUID(), body: 'Hello' };
      expect((await shop.staff.refused('sendText', { params, body })).code).toBe(
        'texts-not-wanted',
      );
      expect(texts()).toEqual([]);
      // Someone who texts wants a reply.
      const id = await say(shop, phone, 'When can I come?');
      await shop.staff.call('replyToText', { params: { id }, body });
      expect(texts()).toHaveLength(1);
    });

    it('whose owner wanted none and has been deleted', async () => {
      const { clientId, customerPhone } = await takeIn(shop, { customerNoTexts: true });
      await shop.staff.call('deleteClient', { params: { id: clientId } });
      expect(await sendSms(customerPhone)).toMatchObject({ success: false, detail: refused });
    });

    it('of someone who wants none, about someone else’s ready watch', async () => {
      const { customerPhone } = await takeIn(shop, { customerNoTexts: true });
      const { ticketNumber, ...other } = await takeIn(shop);
      const before = texts().length;
      const answer = await shop.staff.call('sendCompletion', {
        body: {
          clientName: other.customerName,
          clientPhone: customerPhone,
          clientEmail: other.customerEmail,
          clientAddress: null,
          ticketNumber,
          watchBrand: other.watchBrand,
          watchModel: other.watchModel,
        },
      });
      expect(answer).toMatchObject({ success: false, detail: refused });
      expect(texts()).toHaveLength(before);
    });

    it('when a failed text about no ticket is sent again', async () => {
      const phone = newPhone();
      sender.results.push({ kind: 'rejected', code: '30003' });
      await sendSms(phone);
      const { items } = await shop.staff.call('listMessages', { query: { phone } });
      const params = { id: items[0]?.id ?? '' };
      await takeIn(shop, { customerPhone: phone, customerNoTexts: true });
      expect(await shop.staff.refused('resendText', { params })).toMatchObject({
        code: 'texts-not-wanted',
      });
    });

    it('when staff record what an earlier text meant', async () => {
      const { repair, messageId } = await unclearReply(shop);
      const { name, email, phone } = (
        await shop.staff.call('getClient', { params: { id: repair.clientId } })
      ).client;
      await shop.staff.call('editClient', {
        params: { id: repair.clientId },
        body: { name, email, phone, noTexts: true },
      });
      const before = texts().length;
      const recorded = await shop.staff.call('recordReply', {
        params: { id: messageId },
        body: { answer: 'accepted' },
      });
      expect(recorded).toMatchObject({ sms: null, repair: { status: 'estimate-accepted' } });
      expect(texts()).toHaveLength(before);
    });
  });

  it('“Text only with consent” requires asking for consent', async () => {
    const texts = { ...defaultShopSettings.texts, onlyWithConsent: true };
    const problem = await shop.staff.refused('changeSettings', {
      body: { ...defaultShopSettings, texts },
    });
    expect(problem).toMatchObject({
      status: 422,
      errors: [
        {
          path: 'texts.onlyWithConsent',
          message: 'Turn on “Ask for consent at intake” first; otherwise no one could be texted',
        },
      ],
    });
  });

  it('a held text is not sent if the customer wants none by then', async () => {
    const { ticketNumber, clientId } = await takeIn(shop);
    await assign(shop, ticketNumber);
    const params = { ticketNumber };
    const body = { outcome: 'approved', holdSeconds: 30, notes: null } as const;
    await shop.staff.call('completeRepair', { params, body });
    const { client } = await shop.staff.call('getClient', { params: { id: clientId } });
    const { name, email, phone } = client;
    await shop.staff.call('editClient', {
      params: { id: clientId },
      body: { name, email, phone, noTexts: true },
    });
    const { sms } = await shop.staff.call('sendHeldText', { params });
    expect(sms.state).toBe('withheld');
    expect(texts()).toHaveLength(1);
    expect((await shop.staff.call('listAttention')).items).toEqual([]);
  });

  it('a customer who has chosen Spanish is texted in Spanish, and ACEPTAR counts', async () => {
    const repair = await takeIn(shop, { customerLanguage: 'es' });
    const { ticketNumber } = repair;
    await shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount: 80 } });
    await reply(shop, repair, 'que?');
    await reply(shop, repair, 'ACEPTAR');
    expect((await currentRepair(shop, ticketNumber)).status).toBe('estimate-accepted');
    const shopName = 'Watch Repair Shop: ';
    expect(texts().map((body) => body.slice(shopName.length).split(/[.,;:]/)[0])).toEqual([
      'recibimos su Omega Speedmaster',
      'el presupuesto para su Omega Speedmaster es de $80',
      'disculpe',
      'gracias por aceptar $80',
    ]);
    await reply(shop, repair, 'PARAR');
    expect((await currentRepair(shop, ticketNumber)).optedOutAt).not.toBeNull();
    // Everyone else gets the specified words.
    const { sent } = sender;
    await takeIn(shop);
    expect(sent.at(-1)?.body).toMatch(/: we have your Omega Speedmaster, ticket WH/);
  });

  it('a trade customer is not asked for a balance, not even in a text', async () => {
    const repair = await takeIn(shop, {
      customerPaysByStatement: true,
      customerCompany: 'Bell & Sons',
      theirReference: 'JC-4711',
      repairPrice: 80,
    });
    const { ticketNumber } = repair;
    expect(repair).toMatchObject({ customerCompany: 'Bell & Sons', theirReference: 'JC-4711' });
    await assign(shop, ticketNumber);
    const { repair: done } = await complete(shop, ticketNumber);
    expect(done.balance).toBe(80);
    expect(texts().at(-1)).not.toMatch(/Balance/);
    for (const q of ['jc-4711', 'JC-4711']) {
      const { items } = await shop.staff.call('listRepairs', { query: { q } });
      expect(items.map((item) => item.ticketNumber)).toEqual([ticketNumber]);
    }
    const { items } = await shop.staff.call('listClients', { query: { q: 'bell sons' } });
    expect(items.map(({ id }) => id)).toEqual([done.clientId]);
    const long = await shop.staff.refused('editRepair', {
      params: { ticketNumber },
      body: { theirReference: 'x'.repeat(41) },
    });
    expect(long.errors).toEqual([
      { path: 'theirReference', message: 'Their reference must be at most 40 characters' },
    ]);
  });
});
