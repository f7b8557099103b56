import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Client } from '../../../domain/api-answers.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('the client directory', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
  });
  afterAll(async () => {
    await shop.close();
  });

  const add = async (body: Input<'createClient', 'body'>): Promise<Client> => {
    shop.clock.advance(minute);
    return (await shop.staff.call('createClient', { body })).client;
  };
  const names = async (query: Input<'listClients', 'query'>) =>
    (await shop.staff.call('listClients', { query })).items.map(({ name }) => name);

  it('keeps a row that says nothing of itself under the name "Unknown"', async () => {
    const at = new Date(shop.clock.now).toISOString();
    await shop.rows.run(
      "insert into clients (id, email_key, search_text, created_at, updated_at) values (?, '', '', ?, ?)",
      '00000000-0000-7000-8000-000000000001',
      at,
      at,
    );
    expect(
      (
        await shop.staff.call('getClient', {
          params: { id: '00000000-0000-7000-8000-000000000001' },
        })
      ).client,
    ).toMatchObject({
      name: 'Unknown',
      email: '',
      phone: '',
      address: null,
    });
  });

  it('takes a client with name and e-mail alone', async () => {
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
      optedOutAt: null,
      createdAt: at,
      updatedAt: at,
    });
    expect((await shop.staff.call('getClient', { params: { id: client.id } })).client).toEqual(
      client,
    );
  });

  it('lists the newest first, and finds by name, e-mail, phone and address', async () => {
    await add({ name: 'Niels Bohr', email: 'bohr@kobenhavn.example', phone: '212-555-0110' });
    await add({ name: 'Zoë Ångström', email: 'zoe@example.com', address: '7 Elm Street' });
    expect((await names({})).slice(0, 2)).toEqual(['Zoë Ångström', 'Niels Bohr']);
    expect(await names({ q: 'bohr' })).toEqual(['Niels Bohr']);
    expect(await names({ q: 'KOBENHAVN.example' })).toEqual(['Niels Bohr']);
    expect(await names({ q: '(212) 555-0110' })).toEqual(['Niels Bohr']);
    expect(await names({ q: '+12125550110' })).toEqual(['Niels Bohr']);
    expect(await names({ q: 'angstrom' })).toEqual(['Zoë Ångström']);
    expect(await names({ q: 'elm street' })).toEqual(['Zoë Ångström']);
    expect(await names({ q: 'nobody' })).toEqual([]);
  });

  it('takes the same e-mail again as another client', async () => {
    const first = await add({ name: 'Twin One', email: 'twin@example.com' });
    const second = await add({ name: 'Twin Two', email: 'twin@example.com' });
    expect(second.id).not.toBe(first.id);
    expect(await names({ q: 'twin' })).toEqual(['Twin Two', 'Twin One']);
  });

  it('is read page by page', async () => {
    const all = await shop.staff.call('listClients', { query: { limit: 100 } });
    const read: Client[] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = { limit: 2, ...(cursor ? { cursor } : {}) };
      const page = await shop.staff.call('listClients', { query });
      read.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(read).toEqual(all.items);
    expect(read.length).toBeGreaterThan(4);
  });

  describe('refuses a new client', () => {
    it.each([
      [{}, 'name', 'Name is required'],
      [{ name: '', email: 'a@b.c' }, 'name', 'Name is required'],
      [{ name: ' \u200B ', email: 'a@b.c' }, 'name', 'Name is required'],
      [{ name: 'A' }, 'email', 'Email is required'],
      [{ name: 'A', email: ' ' }, 'email', 'Email is required'],
      [{ name: 'A', email: 'a@b.c', phone: 'abc' }, 'phone', 'Please enter a valid phone number'],
    ])('%j', async (body, path, message) => {
      const before = await shop.rows.counts();
      const problem = (await shop.staff.attempt('createClient', { body })).problem();
      expect(problem).toMatchObject({ status: 422, code: 'validation-failed', detail: message });
      expect(problem.errors).toContainEqual({ path, message });
      expect(await shop.rows.counts()).toEqual(before);
    });
  });

  describe('changes a client', () => {
    const filled = { name: 'After', email: 'after@example.com', phone: '212-555-0111' };

    it('not from an older version', async () => {
      const client = await add({ ...filled, name: 'Before' });
      const edit = (name: string, headers: Record<string, string> = {}) =>
        shop.staff.attempt(
          'editClient',
          { params: { id: client.id }, body: { ...filled, name } },
          headers,
        );
      const seen = { 'if-match': `"${client.updatedAt}"` };
      shop.clock.advance(minute);
      expect((await edit('Changed', seen)).status).toBe(200);
      shop.clock.advance(minute);
      expect((await edit('Too late', seen)).problem()).toMatchObject({
        status: 412,
        code: 'changed-meanwhile',
        client: { id: client.id, name: 'Changed' },
      });
      expect((await edit('Without a version')).status).toBe(200);
    });

    it('whole, and the tickets show it', async () => {
      const repair = await takeIn(shop, { customerName: 'Before', customerAddress: '1 Old Road' });
      shop.clock.advance(minute);
      const { client } = await shop.staff.call('editClient', {
        params: { id: repair.clientId },
        body: { ...filled, address: '2 New Road' },
      });
      expect(client).toMatchObject({
        ...filled,
        address: '2 New Road',
        createdAt: repair.createdAt,
        updatedAt: new Date(shop.clock.now).toISOString(),
      });
      const { items } = await shop.staff.call('listRepairs', {
        query: { clientId: repair.clientId, q: 'after' },
      });
      expect(items).toMatchObject([
        {
          ticketNumber: repair.ticketNumber,
          customerName: 'After',
          customerPhone: '212-555-0111',
          customerAddress: '2 New Road',
        },
      ]);
      expect(await names({ q: 'Before' })).toEqual([]);
      const changes = await shop.rows.run(
        "select what from changes where entity = 'client' and entity_id = ? order by revision",
        client.id,
      );
      expect(changes.map(({ what }) => what)).toEqual(['created', 'updated']);
    });

    it('leaving the address out keeps it, emptying it takes it away', async () => {
      const { id } = await add({ name: 'B', email: 'b@example.com', address: '1 Old Road' });
      const edit = async (body: object) =>
        (
          (await shop.staff.attempt('editClient', { params: { id }, body })).json() as {
            client: Client;
          }
        ).client.address;
      expect(await edit(filled)).toBe('1 Old Road');
      expect(await edit({ ...filled, address: ' ' })).toBeNull();
    });

    it.each([
      [{ ...filled, name: '' }, 'name', 'Please fill in all required fields (Name, Email, Phone)'],
      [
        { ...filled, email: '' },
        'email',
        'Please fill in all required fields (Name, Email, Phone)',
      ],
      [
        { ...filled, phone: '' },
        'phone',
        'Please fill in all required fields (Name, Email, Phone)',
      ],
      [{}, 'name', 'Please fill in all required fields (Name, Email, Phone)'],
      [{ ...filled, email: 'nobody' }, 'email', 'Please enter a valid email address'],
    ])('but not to %j', async (body, path, message) => {
      const client = await add({ name: 'C', email: 'c@example.com' });
      const before = await shop.rows.counts();
      const params = { id: client.id };
      const problem = (await shop.staff.attempt('editClient', { params, body })).problem();
      expect(problem).toMatchObject({ status: 422, detail: message });
      expect(problem.errors).toContainEqual({ path, message });
      expect((await shop.staff.call('getClient', { params })).client).toEqual(client);
      expect(await shop.rows.counts()).toEqual(before);
    });
  });

  describe('deletes a client', () => {
    it('from every list and search, but the tickets keep showing the details', async () => {
      const repair = await takeIn(shop, { customerName: 'Soon Gone' });
      const params = { id: repair.clientId };
      expect((await shop.staff.attempt('deleteClient', { params })).status).toBe(204);
      expect(await names({ q: 'soon gone' })).toEqual([]);
      for (const name of ['getClient', 'deleteClient'] as const) {
        expect(await shop.staff.refused(name, { params })).toMatchObject({
          status: 404,
          code: 'client-not-found',
          title: 'Client not found',
        });
      }
      const edit = { params, body: { name: 'X', email: 'x@y.z', phone: '212-555-0112' } };
      expect((await shop.staff.refused('editClient', edit)).code).toBe('client-not-found');
      const { items } = await shop.staff.call('listRepairs', { query: { q: 'soon gone' } });
      expect(items.map(({ ticketNumber }) => ticketNumber)).toEqual([repair.ticketNumber]);
      const [row] = await shop.rows.run(
        'select deleted_at, name from clients where id = ?',
        repair.clientId,
      );
      expect(row).toEqual({
        deleted_at: new Date(shop.clock.now).toISOString(),
        name: 'Soon Gone',
      });
    });

    it('once when two do it at the same moment', async () => {
      const { id } = await add({ name: 'D', email: 'd@example.com' });
      const replies = await Promise.all(
        [1, 2].map(() => shop.staff.attempt('deleteClient', { params: { id } })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 404]);
    });
  });

  it.each(['getClient', 'deleteClient'] as const)('%s: there is no such client', async (name) => {
    for (const id of ['nothing', '00000000-0000-4000-8000-000000000000', '%', "'"]) {
      expect((await shop.staff.refused(name, { params: { id } })).code).toBe('client-not-found');
    }
  });
});
