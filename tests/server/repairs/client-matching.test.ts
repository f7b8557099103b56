import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { newIntake, newPhone, takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('the client of a new ticket', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  const addClient = async (fields: { name?: string; email?: string; address?: string } = {}) => {
    const { client } = await shop.staff.call('createClient', {
      body: {
        name: 'Grace Hopper',
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

  it('is the one with the same e-mail, whatever its case', async () => {
    const email = `Mixed.Case-${randomUUID()}@Example.com`;
    const client = await addClient({ email });
    const repair = await takeIn(shop, { customerEmail: email.toUpperCase() });
    expect(repair.clientId).toBe(client.id);
    const again = await takeIn(shop, { customerEmail: email.toLowerCase() });
    expect(again.clientId).toBe(client.id);
  });

  it('has the newest phone and name, and what changed is an event', async () => {
    const client = await addClient({ address: '1 Old Road' });
    const phone = newPhone();
    const repair = await takeIn(shop, {
      customerEmail: client.email,
      customerName: 'Grace B. Hopper',
      customerPhone: phone,
    });
    expect(await readClient(client.id)).toMatchObject({
      name: 'Grace B. Hopper',
      phone,
      // Leaving it out of the form does not take it away.
      address: '1 Old Road',
    });
    expect(repair).toMatchObject({ customerName: 'Grace B. Hopper', customerPhone: phone });
    const event = (await eventsOf(client.id)).find(({ kind }) => kind === 'client-updated');
    expect(JSON.parse(String(event?.data))).toEqual({
      before: { name: 'Grace Hopper', phone: client.phone },
      after: { name: 'Grace B. Hopper', phone },
    });
  });

  it('is told of in the answer and in the history of the ticket when it was changed', async () => {
    const client = await addClient({ address: '1 Old Road' });
    const { name, email, phone, address } = client;
    const intake = newIntake({ customerEmail: email, customerName: 'Somebody Else' });
    const clientChanges = {
      clientId: client.id,
      before: { name, email, phone, address },
      after: { name: 'Somebody Else', email, phone: intake.customerPhone, address },
    };
    const first = await shop.staff.call('createRepair', { body: intake });
    expect(first.clientChanges).toEqual(clientChanges);
    // Whoever never got the answer and asks again is told the same.
    const again = await shop.staff.call('createRepair', { body: intake });
    expect(again.clientChanges).toEqual(clientChanges);
    const { ticketNumber } = first.repair;
    const { events } = await shop.staff.call('getRepair', { params: { ticketNumber } });
    expect(events.find(({ kind }) => kind === 'repair-created')?.data).toMatchObject({
      clientChanges,
      isNewClient: false,
    });
    const unchanged = await shop.staff.call('createRepair', {
      body: newIntake({
        customerEmail: email,
        customerName: 'Somebody Else',
        customerPhone: newPhone(),
        clientId: client.id,
      }),
    });
    expect(unchanged.clientChanges?.before.phone).toBe(intake.customerPhone);
    const stranger = await shop.staff.call('createRepair', { body: newIntake() });
    expect(stranger.clientChanges).toBeNull();
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
    const repair = await takeIn(shop, { clientId: client.id, customerEmail: email });
    expect(repair.clientId).toBe(client.id);
    expect((await readClient(client.id)).email).toBe(email);
  });

  it('is the newest where several share an e-mail', async () => {
    const first = await addClient();
    shop.clock.advance(1);
    const second = await addClient({ email: first.email });
    const repair = await takeIn(shop, { customerEmail: first.email });
    expect(repair.clientId).toBe(second.id);
  });

  it('is never one that was deleted: the same e-mail makes a new client', async () => {
    const client = await addClient();
    const earlier = await takeIn(shop, { customerEmail: client.email });
    await shop.staff.call('deleteClient', { params: { id: client.id } });
    const repair = await takeIn(shop, { customerEmail: client.email, customerName: 'Another' });
    expect(repair.clientId).not.toBe(client.id);
    const params = { ticketNumber: earlier.ticketNumber };
    const { repair: before } = await shop.staff.call('getRepair', { params });
    expect(before).toMatchObject({ clientId: client.id, customerName: 'Ada Lovelace' });
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
    await takeIn(shop, { customerEmail: earlier.customerEmail, customerName: name });
    const { items } = await shop.staff.call('listRepairs', { query: { q: name } });
    expect(items.map(({ ticketNumber }) => ticketNumber)).toContain(earlier.ticketNumber);
  });
});
