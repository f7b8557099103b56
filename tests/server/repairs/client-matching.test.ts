import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Client } from '../../../domain/api-answers.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { currentRepair, newIntake, newPhone, takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('the client of a new ticket', (engine) => {
  const name = 'Grace Hopper';
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  const addClient = async (fields: Partial<Input<'createClient', 'body'>> = {}) => {
    const { client } = await shop.staff.call('createClient', {
      body: {
        name,
        email: `${randomUUID()}@example.com`,
        phone: newPhone(),
        ...fields,
      },
    });
    return client;
  };
  const readClient = async (id: string) =>
    (await shop.staff.call('getClient', { params: { id } })).client;
  const eventsOf = (clientId: string) =>
    shop.rows.run('select kind, data from events where client_id = ? order by id', clientId);

  it('is a new one for an e-mail that nobody has', async () => {
    const repair = await takeIn(shop, { customerName: 'New Client', customerAddress: '2 Side St' });
    expect(await readClient(repair.clientId)).toMatchObject({
      name: 'New Client',
      email: repair.customerEmail,
      phone: repair.customerPhone,
      address: '2 Side St',
    });
  });

  it('is the one with the same e-mail and name or phone, whatever the case', async () => {
    const email = `Mixed.Case-${randomUUID()}@Example.com`;
    const client = await addClient({ email });
    const byName = await takeIn(shop, { customerEmail: email.toUpperCase(), customerName: name });
    expect(byName.clientId).toBe(client.id);
    const byPhone = await takeIn(shop, {
      customerEmail: email.toLowerCase(),
      customerPhone: client.phone,
    });
    expect(byPhone.clientId).toBe(client.id);
  });

  it('is another person where name and phone differ, and the stored one stays', async () => {
    const client = await addClient();
    const { repair, clientChanges, unconfirmedChanges } = await shop.staff.call('createRepair', {
      body: newIntake({ customerEmail: client.email }),
    });
    expect(repair.clientId).not.toBe(client.id);
    expect(repair.customerName).toBe('Ada Lovelace');
    expect([clientChanges, unconfirmedChanges]).toEqual([null, null]);
    expect(await readClient(client.id)).toEqual(client);
    // From now on each of the family is found by name.
    const again = await takeIn(shop, { customerEmail: client.email, customerName: name });
    expect(again.clientId).toBe(client.id);
    const other = await takeIn(shop, { customerEmail: client.email });
    expect(other.clientId).toBe(repair.clientId);
  });

  it('is changed with a yes, and what changed is an event', async () => {
    const client = await addClient({ address: '1 Old Road' });
    const phone = newPhone();
    const repair = await takeIn(shop, {
      customerEmail: client.email,
      customerName: 'Grace B. Hopper',
      customerPhone: phone,
      confirmClientChanges: true,
    });
    expect(await readClient(client.id)).toMatchObject({
      name: 'Grace B. Hopper',
      phone,
      // Draining it out of the form does not take it away.
      address: '1 Old Road',
    });
    expect(repair).toMatchObject({ customerName: 'Grace B. Hopper', customerPhone: phone });
    const event = (await eventsOf(client.id)).find(({ kind }) => kind === 'client-updated');
    expect(JSON.parse(String(event?.data))).toEqual({
      before: { name: 'Grace Hopper', phone: client.phone },
      after: { name: 'Grace B. Hopper', phone },
    });
  });

  it('stays as it is without a yes: answer and history tell what else was typed', async () => {
    const client = await addClient();
    const body = newIntake({ customerEmail: client.email, customerName: name });
    const first = await shop.staff.call('createRepair', { body });
    const unconfirmedChanges = [{ field: 'phone', from: client.phone, to: body.customerPhone }];
    expect(first).toMatchObject({ clientChanges: null, unconfirmedChanges });
    expect(first.repair).toMatchObject({ clientId: client.id, customerPhone: client.phone });
    expect(await readClient(client.id)).toEqual(client);
    const again = await shop.staff.call('createRepair', { body });
    expect(again.unconfirmedChanges).toEqual(unconfirmedChanges);
    const { ticketNumber } = first.repair;
    const { events } = await shop.staff.call('getRepair', { params: { ticketNumber } });
    expect(events.find(({ kind }) => kind === 'repair-created')?.data).toMatchObject({
      unconfirmedChanges,
    });
  });

  it('keeps what was only typed in another way', async () => {
    const client = await addClient();
    const repair = await takeIn(shop, {
      clientId: client.id,
      customerName: name,
      customerEmail: client.email.toUpperCase(),
      customerPhone: client.phone.replace(/\D/g, ''),
    });
    expect(repair.customerPhone).toBe(client.phone);
    expect(await readClient(client.id)).toEqual(client);
  });

  it('is told of in the answer and in the history of the ticket when it was changed', async () => {
    const client = await addClient({ address: '1 Old Road' });
    const { email, phone, address } = client;
    const intake = newIntake({
      customerEmail: email,
      customerName: 'Another Name',
      confirmClientChanges: true,
    });
    const clientChanges = {
      clientId: client.id,
      before: { name, email, phone, address },
      after: { name: 'Another Name', email, phone: intake.customerPhone, address },
    };
    const first = await shop.staff.call('createRepair', { body: intake });
    expect(first.clientChanges).toEqual(clientChanges);
    // A repeated request gets the same answer.
    const again = await shop.staff.call('createRepair', { body: intake });
    expect(again.clientChanges).toEqual(clientChanges);
    const { ticketNumber } = first.repair;
    const { events } = await shop.staff.call('getRepair', { params: { ticketNumber } });
    expect(events.find(({ kind }) => kind === 'repair-created')?.data).toMatchObject({
      clientChanges,
      isNewClient: false,
    });
    const stranger = await shop.staff.call('createRepair', { body: newIntake() });
    expect(stranger.clientChanges).toBeNull();
  });

  it.each([
    ['phone', () => ({})],
    ['e-mail', ({ phone }: Client) => ({ customerPhone: phone, customerEmail: 'new@example.com' })],
  ])('does not become another by name and %s without a yes', async (_field, typedOf) => {
    const client = await addClient();
    const body = newIntake({
      clientId: client.id,
      customerEmail: client.email,
      ...typedOf(client),
    });
    const before = await shop.rows.counts();
    const reply = await shop.staff.attempt('createRepair', { body });
    expect(reply.problem()).toMatchObject({
      status: 409,
      code: 'client-changes-unconfirmed',
      clientId: client.id,
      changes: expect.arrayContaining([{ field: 'name', from: name, to: 'Ada Lovelace' }]),
    });
    expect(await shop.rows.counts()).toEqual(before);
    expect(await readClient(client.id)).toEqual(client);
    const { repair, clientChanges } = await shop.staff.call('createRepair', {
      body: { ...body, confirmClientChanges: true },
    });
    expect(repair.clientId).toBe(client.id);
    expect(clientChanges?.after.name).toBe('Ada Lovelace');
    // The same intake again is the same ticket, with or without the yes.
    const again = await shop.staff.call('createRepair', { body });
    expect(again.repair.ticketNumber).toBe(repair.ticketNumber);
  });

  describe('gets its details back', () => {
    const changed = async () => {
      // As a new client may be: without a phone, with an e-mail that is none.
      const client = await addClient({ email: `none-${randomUUID()}`, phone: '' });
      const { repair } = await shop.staff.call('createRepair', {
        body: newIntake({
          clientId: client.id,
          customerAddress: '2 New Road',
          confirmClientChanges: true,
        }),
      });
      const { ticketNumber } = repair;
      const undo = () => shop.staff.attempt('undoClientChanges', { params: { ticketNumber } });
      return { client, repair, undo };
    };

    it('as they were, once, with an event, and the ticket shows them', async () => {
      const { client, repair, undo } = await changed();
      shop.clock.advance(1);
      const { updatedAt: _, ...asBefore } = client;
      expect((await undo()).json()).toMatchObject({ client: asBefore });
      expect(await readClient(client.id)).toMatchObject(asBefore);
      expect(await currentRepair(shop, repair.ticketNumber)).toMatchObject({
        customerName: name,
        customerPhone: '',
        customerAddress: null,
      });
      const events = await eventsOf(client.id);
      expect(JSON.parse(String(events.at(-1)?.data))).toMatchObject({ after: { name } });
      const { items } = await shop.staff.call('listRepairs', { query: { q: client.email } });
      expect(items).toHaveLength(0);
      // Pressed twice.
      expect((await undo()).status).toBe(200);
      expect(await eventsOf(client.id)).toHaveLength(events.length);
    });

    it('not where the client was changed since', async () => {
      const { client, undo } = await changed();
      const body = { name: 'Third Name', email: 'third@example.com', phone: newPhone() };
      await shop.staff.call('editClient', { params: { id: client.id }, body });
      expect((await undo()).problem()).toMatchObject({
        status: 409,
        code: 'client-changed-since',
      });
      expect(await readClient(client.id)).toMatchObject(body);
    });

    it('not where the client or the ticket is gone', async () => {
      const { client, repair, undo } = await changed();
      await shop.staff.call('deleteClient', { params: { id: client.id } });
      expect((await undo()).problem().code).toBe('client-not-found');
      await shop.staff.call('deleteRepair', { params: { ticketNumber: repair.ticketNumber } });
      expect((await undo()).problem().code).toBe('repair-not-found');
    });

    it('has nothing to undo where nothing was changed', async () => {
      const { ticketNumber, clientId } = await takeIn(shop);
      const { client } = await shop.staff.call('undoClientChanges', { params: { ticketNumber } });
      expect(client).toEqual(await readClient(clientId));
    });
  });

  it('is a new one where another person with the same e-mail is meant', async () => {
    const client = await addClient();
    const intake = newIntake({ customerEmail: client.email, asNewClient: true });
    const { repair, clientChanges } = await shop.staff.call('createRepair', { body: intake });
    expect(repair.clientId).not.toBe(client.id);
    expect(repair).toMatchObject({ customerName: 'Ada Lovelace', customerEmail: client.email });
    expect(clientChanges).toBeNull();
    expect(await readClient(client.id)).toEqual(client);
    expect((await eventsOf(client.id)).map(({ kind }) => kind)).toEqual(['client-created']);
    const repeated = await shop.staff.call('createRepair', { body: intake });
    expect(repeated.repair.clientId).toBe(repair.clientId);
  });

  it('cannot be a chosen and a new one at once', async () => {
    const client = await addClient();
    const before = await shop.rows.counts();
    const both = { clientId: client.id, asNewClient: true };
    await expect(takeIn(shop, both)).rejects.toThrow('validation-failed');
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('stays as it is, without an event, when the same was typed', async () => {
    const client = await addClient();
    await takeIn(shop, {
      clientId: client.id,
      customerName: client.name,
      customerEmail: client.email,
      customerPhone: client.phone,
    });
    const kinds = (await eventsOf(client.id)).map(({ kind }) => kind);
    expect(kinds).not.toContain('client-updated');
    expect(await readClient(client.id)).toEqual(client);
  });

  it('is the chosen one, even under a new e-mail', async () => {
    const client = await addClient();
    const email = `${randomUUID()}@example.com`;
    const repair = await takeIn(shop, {
      clientId: client.id,
      customerName: name,
      customerEmail: email,
    });
    expect(repair.clientId).toBe(client.id);
    expect((await readClient(client.id)).email).toBe(email);
  });

  it('is the newest where several share an e-mail, unless another fits better', async () => {
    const first = await addClient();
    shop.clock.advance(1);
    const second = await addClient({ email: first.email });
    const typed = { customerEmail: first.email, customerName: name };
    const byName = await takeIn(shop, typed);
    expect(byName.clientId).toBe(second.id);
    const byBoth = await takeIn(shop, { ...typed, customerPhone: first.phone });
    expect(byBoth.clientId).toBe(first.id);
    const confirmed = { customerEmail: first.email, confirmClientChanges: true };
    expect((await takeIn(shop, confirmed)).clientId).toBe(second.id);
  });

  it('is never one that was deleted: the same e-mail makes a new client', async () => {
    const client = await addClient();
    const earlier = await takeIn(shop, { customerEmail: client.email, customerName: name });
    await shop.staff.call('deleteClient', { params: { id: client.id } });
    const repair = await takeIn(shop, { customerEmail: client.email, customerName: name });
    expect(repair.clientId).not.toBe(client.id);
    const params = { ticketNumber: earlier.ticketNumber };
    const { repair: before } = await shop.staff.call('getRepair', { params });
    expect(before).toMatchObject({ clientId: client.id, customerName: name });
  });

  it('must still be there when it was chosen', async () => {
    const client = await addClient();
    await shop.staff.call('deleteClient', { params: { id: client.id } });
    const before = await shop.rows.counts();
    for (const clientId of [client.id, randomUUID()]) {
      await expect(takeIn(shop, { clientId })).rejects.toThrow('client-not-found');
    }
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('is one for two new tickets at once under one new e-mail', async () => {
    const customerEmail = `${randomUUID()}@example.com`;
    const repairs = await Promise.all([1, 2, 3].map(() => takeIn(shop, { customerEmail })));
    expect(new Set(repairs.map(({ clientId }) => clientId)).size).toBe(1);
  });

  it('shows its new details on its earlier tickets, and is found by them', async () => {
    const earlier = await takeIn(shop, { customerName: 'Before Renaming' });
    const name = `Renamed ${randomUUID().slice(0, 8)}`;
    await takeIn(shop, {
      customerEmail: earlier.customerEmail,
      customerName: name,
      confirmClientChanges: true,
    });
    const { items } = await shop.staff.call('listRepairs', { query: { q: name } });
    expect(items.map(({ ticketNumber }) => ticketNumber)).toContain(earlier.ticketNumber);
  });
});
