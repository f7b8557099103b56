import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Client } from '../../../domain/api-answers.ts';
import { clientFields } from '../../../domain/client-fields.ts';
import { mapFields } from '../../../domain/field-list.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  newIntake,
  newPhone,
  normalized,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

/** What counts as the same person and as a change is tested in domain/client-matching.test.ts. */
describeOnBothEngines('the client of a new ticket', (engine) => {
  const name = 'Grace Hopper';
  const shop = useShop(engine);

  const addClient = async (fields: Partial<Input<'createClient', 'body'>> = {}) => {
    const body = { name, email: `${randomUUID()}@example.com`, phone: newPhone(), ...fields };
    return (await shop.staff.call('createClient', { body })).client;
  };
  const create = (body: ReturnType<typeof newIntake>) => shop.staff.call('createRepair', { body });
  const readClient = async (id: string) =>
    (await shop.staff.call('getClient', { params: { id } })).client;
  const eventsOf = (clientId: string) =>
    shop.rows.run('select kind, data from events where client_id = ? order by id', clientId);
  const creationOf = async (ticketNumber: string) => {
    const { events } = await wholeRepair(shop, ticketNumber);
    return events.find(({ kind }) => kind === 'repair-created')?.data;
  };

  it('is another person if name and phone differ, and the stored one stays', async () => {
    const client = await addClient();
    const { repair, clientChanges, unconfirmedChanges } = await create(
      newIntake({ customerEmail: client.email }),
    );
    expect(repair.clientId).not.toBe(client.id);
    expect(repair.customerName).toBe('Ada Lovelace');
    expect([clientChanges, unconfirmedChanges]).toEqual([null, null]);
    expect(await readClient(client.id)).toEqual(client);
    const again = await takeIn(shop, { customerEmail: client.email, customerName: name });
    expect(again.clientId).toBe(client.id);
    const other = await takeIn(shop, { customerEmail: client.email });
    expect(other.clientId).toBe(repair.clientId);
  });

  it('is changed when staff confirm it: the answer, both histories and earlier tickets say so', async () => {
    const client = await addClient({ address: '1 Old Road', company: 'Byron & Co.' });
    const { email, phone, address } = client;
    const earlier = await takeIn(shop, { customerEmail: email, customerName: name });
    const intake = newIntake({
      customerEmail: email,
      customerName: 'Grace B. Hopper',
      confirmClientChanges: true,
    });
    // Leaving the address, or anything else that is known, out of the form does not take it away.
    const before = mapFields(clientFields, (_, field) => client[field]);
    const after = { ...before, name: 'Grace B. Hopper', phone: intake.customerPhone };
    expect(before).toMatchObject({ name, email, phone, address, company: 'Byron & Co.' });
    const clientChanges = { clientId: client.id, before, after };
    const first = await create(intake);
    expect(first.clientChanges).toEqual(clientChanges);
    expect(await readClient(client.id)).toMatchObject(after);
    expect((await create(intake)).clientChanges).toEqual(clientChanges);
    expect(await creationOf(first.repair.ticketNumber)).toMatchObject({
      clientChanges,
      isNewClient: false,
    });
    const event = (await eventsOf(client.id)).find(({ kind }) => kind === 'client-updated');
    expect(JSON.parse(String(event?.data))).toEqual({
      before: { name, phone },
      after: { name: after.name, phone: after.phone },
    });
    for (const { ticketNumber } of [earlier, first.repair]) {
      const { items } = await shop.staff.call('listRepairs', { query: { q: after.name } });
      expect(items.find((one) => one.ticketNumber === ticketNumber)).toMatchObject({
        customerName: after.name,
        customerPhone: after.phone,
      });
    }
  });

  it('stays as it is without confirmation: answer and history say what else was typed', async () => {
    const client = await addClient();
    const body = newIntake({ customerEmail: client.email, customerName: name });
    const first = await create(body);
    const unconfirmedChanges = [{ field: 'phone', from: client.phone, to: body.customerPhone }];
    expect(first).toMatchObject({ clientChanges: null, unconfirmedChanges });
    expect(first.repair).toMatchObject({ clientId: client.id, customerPhone: client.phone });
    expect(await readClient(client.id)).toEqual(client);
    expect((await create(body)).unconfirmedChanges).toEqual(unconfirmedChanges);
    expect(await creationOf(first.repair.ticketNumber)).toMatchObject({ unconfirmedChanges });
  });

  it.each([
    ['phone', () => ({})],
    ['email', ({ phone }: Client) => ({ customerPhone: phone, customerEmail: 'new@example.com' })],
  ])('does not become another by name and %s without confirmation', async (_field, typedOf) => {
    const client = await addClient();
    const body = newIntake({
      clientId: client.id,
      customerEmail: client.email,
      ...typedOf(client),
    });
    const before = await shop.rows.counts();
    expect(await shop.staff.refused('createRepair', { body })).toMatchObject({
      status: 409,
      code: 'client-changes-unconfirmed',
      clientId: client.id,
      changes: expect.arrayContaining([{ field: 'name', from: name, to: 'Ada Lovelace' }]),
    });
    expect(await shop.rows.counts()).toEqual(before);
    expect(await readClient(client.id)).toEqual(client);
    const { repair, clientChanges } = await create({ ...body, confirmClientChanges: true });
    expect(repair.clientId).toBe(client.id);
    expect(clientChanges?.after.name).toBe('Ada Lovelace');
    expect((await create(body)).repair.ticketNumber).toBe(repair.ticketNumber);
  });

  describe('gets their details back', () => {
    const changed = async () => {
      // As a new client may be: without a phone, with an email that is not one.
      const client = await addClient({ email: `none-${randomUUID()}`, phone: '' });
      const repair = await takeIn(shop, {
        clientId: client.id,
        customerAddress: '2 New Road',
        confirmClientChanges: true,
      });
      const params = { ticketNumber: repair.ticketNumber };
      return { client, repair, undo: () => shop.staff.attempt('undoClientChanges', { params }) };
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
      expect((await undo()).status).toBe(200);
      expect(await eventsOf(client.id)).toHaveLength(events.length);
    });

    it('not if the client has been changed since', async () => {
      const { client, undo } = await changed();
      const body = { name: 'Third Name', email: 'third@example.com', phone: newPhone() };
      await shop.staff.call('editClient', { params: { id: client.id }, body });
      expect((await undo()).problem()).toMatchObject({ status: 409, code: 'client-changed-since' });
      expect(await readClient(client.id)).toMatchObject(body);
    });

    it('not if the client or the ticket is gone', async () => {
      const { client, repair, undo } = await changed();
      await shop.staff.call('deleteClient', { params: { id: client.id } });
      expect((await undo()).problem().code).toBe('client-not-found');
      await shop.staff.call('deleteRepair', { params: { ticketNumber: repair.ticketNumber } });
      expect((await undo()).problem().code).toBe('repair-not-found');
    });

    it('not if nothing was changed', async () => {
      const { ticketNumber, clientId } = await takeIn(shop);
      const { client } = await shop.staff.call('undoClientChanges', { params: { ticketNumber } });
      expect(client).toEqual(await readClient(clientId));
    });
  });

  it('is a new one if another person with the same email is meant', async () => {
    const client = await addClient();
    const intake = newIntake({
      customerName: name,
      customerEmail: client.email,
      asNewClient: true,
    });
    const { repair, clientChanges } = await create(intake);
    expect(repair.clientId).not.toBe(client.id);
    expect(clientChanges).toBeNull();
    expect(await readClient(client.id)).toEqual(client);
    expect((await eventsOf(client.id)).map(({ kind }) => kind)).toEqual(['client-created']);
    expect((await create(intake)).repair.clientId).toBe(repair.clientId);
  });

  it('is the chosen one, even under a new email', async () => {
    const client = await addClient();
    const email = `${randomUUID()}@example.com`;
    const typed = { clientId: client.id, customerName: name, customerEmail: email };
    expect((await takeIn(shop, typed)).clientId).toBe(client.id);
    expect((await readClient(client.id)).email).toBe(email);
  });

  // Which of several with one email is meant otherwise is in domain/client-matching.test.ts.
  it('is the newest of several with the email, if staff confirm', async () => {
    const { email } = await addClient();
    shop.clock.advance(1);
    const second = await addClient({ email });
    const confirmed = { customerEmail: email, confirmClientChanges: true };
    expect((await takeIn(shop, confirmed)).clientId).toBe(second.id);
  });

  describe('with an email that is not an address', () => {
    const john = { customerName: 'John Smith', customerEmail: 'none' };

    it.each(['none', 'n/a', '-'])('"%s" is another person under the same name', async (email) => {
      const typed = { ...john, customerEmail: email };
      const first = await takeIn(shop, typed);
      const second = await takeIn(shop, typed);
      expect(second.clientId).not.toBe(first.clientId);
      expect(second.customerPhone).not.toBe(first.customerPhone);
      expect(await currentRepair(shop, first.ticketNumber)).toMatchObject({
        clientId: first.clientId,
        customerPhone: first.customerPhone,
      });
    });

    it('is a new one if only the phone matches', async () => {
      const first = await takeIn(shop, john);
      shop.clock.advance(minute);
      const { customerPhone } = first;
      const typed = { ...john, customerName: 'Jane Smith', customerPhone, watchModel: 'Seamaster' };
      const second = await takeIn(shop, typed);
      expect(second).toMatchObject({ customerName: 'Jane Smith' });
      expect(second.clientId).not.toBe(first.clientId);
    });

    it('is the one with the name and the phone, no matter what was typed as the email', async () => {
      const customerEmail = `${randomUUID()}@example.com`;
      const { clientId, customerPhone } = await takeIn(shop, { ...john, customerEmail });
      for (const written of ['none', 'N/A']) {
        shop.clock.advance(minute);
        const typed = {
          customerName: 'john  SMITH',
          customerPhone: normalized(customerPhone),
          customerEmail: written,
          watchModel: written,
        };
        const { repair, unconfirmedChanges } = await create(newIntake(typed));
        expect(repair.clientId).toBe(clientId);
        expect(unconfirmedChanges).toMatchObject([{ field: 'name' }]);
      }
      // Nothing that is not an address removes one.
      expect((await readClient(clientId)).email).toBe(customerEmail);
      shop.clock.advance(minute);
      const son = { ...john, customerPhone, watchModel: 'Seamaster', asNewClient: true };
      const another = await takeIn(shop, son);
      expect(another.clientId).not.toBe(clientId);
    });

    it('is never an existing one, even if staff confirm', async () => {
      const stored = await addClient({ email: 'none' });
      const confirmed = await create(newIntake({ ...john, confirmClientChanges: true }));
      expect(confirmed.repair.clientId).not.toBe(stored.id);
      expect(confirmed.clientChanges).toBeNull();
      expect(await readClient(stored.id)).toEqual(stored);
    });

    it('is a new person for each of several at once', async () => {
      const repairs = await Promise.all([1, 2, 3].map(() => takeIn(shop, john)));
      expect(new Set(repairs.map(({ clientId }) => clientId)).size).toBe(3);
    });
  });

  it('is never one that was deleted: the same email makes a new client', async () => {
    const client = await addClient();
    const typed = { customerEmail: client.email, customerName: name };
    const earlier = await takeIn(shop, typed);
    await shop.staff.call('deleteClient', { params: { id: client.id } });
    expect((await takeIn(shop, typed)).clientId).not.toBe(client.id);
    expect(await currentRepair(shop, earlier.ticketNumber)).toMatchObject({
      clientId: client.id,
      customerName: name,
    });
    const before = await shop.rows.counts();
    for (const clientId of [client.id, randomUUID()]) {
      await expect(takeIn(shop, { clientId })).rejects.toThrow('client-not-found');
    }
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('is one for several new tickets at once under one new email', async () => {
    const customerEmail = `${randomUUID()}@example.com`;
    const repairs = await Promise.all([1, 2, 3].map(() => takeIn(shop, { customerEmail })));
    expect(new Set(repairs.map(({ clientId }) => clientId)).size).toBe(1);
  });
});
