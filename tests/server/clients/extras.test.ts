import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultShopSettings } from '../../../domain/shop-settings.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { type ScriptedSender, scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  assign,
  complete,
  currentRepair,
  newIntake,
  reply,
  sameCustomer,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

/** What a client has beside a name: how they are texted, in which language, and how they pay. */

describeOnBothEngines('what a shop knows of a client beside who they are', (engine) => {
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

  it('who asked not to be texted is not: taken in, finished, estimated, written to', async () => {
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

  it('with consent alone nobody else is texted; it is in the history with its moment', async () => {
    await setTexts({ asksForConsent: true, onlyWithConsent: true });
    const { repair, sms } = await shop.staff.call('createRepair', { body: newIntake() });
    expect(sms).toEqual({
      state: 'withheld',
      detail: 'The customer hasn’t agreed to texts.',
    });
    shop.clock.advance(11 * minute);
    const next = await shop.staff.call('createRepair', {
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
      data: { before: { agreedToTexts: null }, after: { agreedToTexts: true } },
    });
    // Left out it stays.
    shop.clock.advance(11 * minute);
    const later = await takeIn(shop, sameCustomer(repair));
    expect(later.customerAgreedToTexts).toBe(true);
  });

  it('an agreement is for one number: with another it ends, unless it is given again', async () => {
    await setTexts({ asksForConsent: true, onlyWithConsent: true });
    const repair = await takeIn(shop, { customerAgreedToTexts: true });
    const { clientId, customerPhone: phone, customerName: name, customerEmail: email } = repair;
    const edit = async (body: object) => {
      const params = { id: clientId };
      const changes = { name, email, phone, ...body };
      return (await shop.staff.call('editClient', { params, body: changes })).client.agreedToTexts;
    };
    // However it is written.
    expect(await edit({ phone: phone.replaceAll(/\D/g, '') })).toBe(true);
    expect(await edit({ phone: '(207) 555-0150' })).toBeNull();
    expect(await edit({ phone: '(207) 555-0151', agreedToTexts: true })).toBe(true);
    const { items } = await shop.staff.call('listClientEvents', { params: { id: clientId } });
    expect(items.map(({ data }) => data)).toContainEqual({
      before: { phone: phone.replaceAll(/\D/g, ''), agreedToTexts: true },
      after: { phone: '(207) 555-0150', agreedToTexts: null },
    });
    // At intake alike; and what was agreed for a number that is not the client's is not stored.
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

  it('“text only with consent” needs that it is asked for', async () => {
    const texts = { ...defaultShopSettings.texts, onlyWithConsent: true };
    const problem = await shop.staff.refused('changeSettings', {
      body: { ...defaultShopSettings, texts },
    });
    expect(problem).toMatchObject({
      status: 422,
      errors: [
        {
          path: 'texts.onlyWithConsent',
          message: 'Switch on consent first: no one could be texted',
        },
      ],
    });
  });

  it('a text that is held is kept back where the customer wants none by then', async () => {
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

  it('who has chosen Spanish is texted in Spanish, and ACEPTAR counts', async () => {
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

  it('of a trade customer no balance is asked, not even in a text', async () => {
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
