import { describe, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Client } from '../../../domain/api-answers.ts';
import { noClientExtras } from '../../../domain/client-fields.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import { statusesOf, takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('the client directory', (engine) => {
  const shop = useShop(engine);

  const add = async (body: Input<'createClient', 'body'>): Promise<Client> => {
    shop.clock.advance(minute);
    return (await shop.staff.call('createClient', { body })).client;
  };
  const names = async (query: Input<'listClients', 'query'>) =>
    (await shop.staff.call('listClients', { query })).items.map(({ name }) => name);

  it('keeps a row without any details under the name "Unknown"', async () => {
    const at = new Date(shop.clock.now).toISOString();
    const id = '00000000-0000-7000-8000-000000000001';
    await shop.rows.run(
      "insert into clients (id, email_key, search_text, created_at, updated_at) values (?, '', '', ?, ?)",
      id,
      at,
      at,
    );
    const { client } = await shop.staff.call('getClient', { params: { id } });
    expect(client).toMatchObject({ name: 'Unknown', email: '', phone: '', address: null });
  });

  it('accepts a client with only name and email', async () => {
    const reply = await shop.staff.attempt('createClient', {
      body: { name: '  Marie Curie ', email: ' marie@example.com ' },
    });
    expect(reply.status).toBe(201);
    const { client } = reply.json() as { client: Client };
    const at = new Date(shop.clock.now).toISOString();
    expect(client).toEqual({
      id: expect.any(String),
      name: 'Marie Curie',
      email: 'marie@example.com',
      phone: '',
      address: null,
      ...noClientExtras,
      optedOutAt: null,
      createdAt: at,
      updatedAt: at,
    });
    const params = { id: client.id };
    expect((await shop.staff.call('getClient', { params })).client).toEqual(client);
  });

  it('lists the newest first, and finds a client by details typed in any format', async () => {
    await add({ name: 'Niels Bohr', email: 'bohr@kobenhavn.example', phone: '212-555-0110' });
    await add({ name: 'Zoë Ångström', email: 'zoe@example.com', address: '7 Elm Street' });
    expect((await names({})).slice(0, 2)).toEqual(['Zoë Ångström', 'Niels Bohr']);
    for (const q of ['KOBENHAVN.example', '+12125550110']) {
      expect(await names({ q })).toEqual(['Niels Bohr']);
    }
    for (const q of ['angstrom', 'elm street'])
      expect(await names({ q })).toEqual(['Zoë Ångström']);
    expect(await names({ q: 'nobody' })).toEqual([]);
  });

  // What each field takes is tested in domain/api-inputs.test.ts.
  const filled = { name: 'After', email: 'after@example.com', phone: '212-555-0111' };

  describe('changes a client', () => {
    it('only from its current version', async () => {
      const { id, updatedAt } = await add({ ...filled, name: 'Before' });
      const edit = (name: string, headers: Record<string, string> = {}) =>
        shop.staff.attempt('editClient', { params: { id }, body: { ...filled, name } }, headers);
      const seen = { 'if-match': `"${updatedAt}"` };
      shop.clock.advance(minute);
      expect((await edit('Changed', seen)).status).toBe(200);
      shop.clock.advance(minute);
      expect((await edit('Too late', seen)).problem()).toMatchObject({
        status: 412,
        code: 'changed-meanwhile',
        client: { id, name: 'Changed' },
      });
      expect((await edit('Without a version')).status).toBe(200);
    });

    it('as a whole, and the tickets show it', async () => {
      const repair = await takeIn(shop, { customerName: 'Before', customerAddress: '1 Old Road' });
      const { clientId, ticketNumber } = repair;
      shop.clock.advance(minute);
      const { client } = await shop.staff.call('editClient', {
        params: { id: clientId },
        body: { ...filled, address: '2 New Road' },
      });
      expect(client).toMatchObject({
        ...filled,
        address: '2 New Road',
        createdAt: repair.createdAt,
        updatedAt: new Date(shop.clock.now).toISOString(),
      });
      const { items } = await shop.staff.call('listRepairs', { query: { clientId, q: 'after' } });
      expect(items).toMatchObject([
        {
          ticketNumber,
          customerName: 'After',
          customerPhone: '212-555-0111',
          customerAddress: '2 New Road',
        },
      ]);
      expect(await names({ q: 'Before' })).toEqual([]);
      const changes = await shop.rows.run(
        "select what from changes where entity = 'client' and entity_id = ? order by revision",
        clientId,
      );
      expect(changes.map(({ what }) => what)).toEqual(['created', 'updated']);
    });

    it('leaving the address out keeps it, emptying it takes it away', async () => {
      const { id } = await add({ name: 'B', email: 'b@example.com', address: '1 Old Road' });
      const edit = async (more: object) => {
        const body = { ...filled, ...more };
        return (await shop.staff.call('editClient', { params: { id }, body })).client.address;
      };
      expect(await edit({})).toBe('1 Old Road');
      expect(await edit({ address: ' ' })).toBeNull();
    });
  });

  describe('deletes a client', () => {
    it('from every list and search, but the tickets keep showing the details', async () => {
      const repair = await takeIn(shop, { customerName: 'Soon Gone' });
      const params = { id: repair.clientId };
      expect((await shop.staff.attempt('deleteClient', { params })).status).toBe(204);
      expect(await names({ q: 'soon gone' })).toEqual([]);
      for (const name of ['getClient', 'deleteClient', 'editClient'] as const) {
        const body = name === 'editClient' ? filled : undefined;
        expect((await shop.staff.attempt(name, { params, body })).problem()).toMatchObject({
          status: 404,
          code: 'client-not-found',
          title: 'Client not found',
        });
      }
      const { items } = await shop.staff.call('listRepairs', { query: { q: 'soon gone' } });
      expect(items.map(({ ticketNumber }) => ticketNumber)).toEqual([repair.ticketNumber]);
      const stored = 'select deleted_at, name from clients where id = ?';
      expect(await shop.rows.run(stored, repair.clientId)).toEqual([
        { deleted_at: new Date(shop.clock.now).toISOString(), name: 'Soon Gone' },
      ]);
    });

    it('once, when two do it at the same moment', async () => {
      const { id } = await add({ name: 'D', email: 'd@example.com' });
      const replies = await Promise.all(
        [1, 2].map(() => shop.staff.attempt('deleteClient', { params: { id } })),
      );
      expect(statusesOf(replies)).toEqual([204, 404]);
    });
  });
});
