import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationName, operations } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import type { RepairStatus } from '../../../domain/repair-status.ts';
import { defaultShopConfig } from '../../../domain/shop-config.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import type { HttpClient } from '../../harness/http-client.ts';
import { repairInStatus } from '../../harness/repair-in-status.ts';
import { hour, second } from '../../harness/settable-clock.ts';
import { newIntake, reply, takeIn } from '../../harness/shop-fixtures.ts';
import { testPhoto } from '../../harness/test-photos.ts';

describeOnBothEngines('a poll that finds nothing new', (engine) => {
  let shop: RunningApp;
  let repair: Repair;
  beforeAll(async () => {
    shop = await startApp(engine);
    repair = await takeIn(shop);
  });
  afterAll(async () => {
    await shop.close();
  });

  const params = (name: OperationName) =>
    name === 'getClient' || name === 'listClientEvents'
      ? { id: repair.clientId }
      : { ticketNumber: repair.ticketNumber };
  const poll = (name: OperationName, tag: string, client: HttpClient = shop.staff) =>
    client.attempt(name, { params: params(name) }, { 'if-none-match': tag });
  const tagOf = async (name: OperationName = 'listRepairs', client: HttpClient = shop.staff) => {
    const { headers } = await client.attempt(name, { params: params(name) });
    return headers.get('etag') ?? '';
  };
  const lists = (Object.keys(operations) as OperationName[]).filter((name) => {
    const operation: { path: string; hasRevision?: true } = operations[name];
    return operation.hasRevision === true;
  });

  it.each(lists)('of %s costs a 304 without a body', async (name) => {
    const { headers } = await shop.staff.attempt(name, { params: params(name) });
    const tag = headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+-\d+"$/);
    const unchanged = await poll(name, tag);
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect(unchanged.headers.get('etag')).toBe(tag);
    expect(unchanged.headers.get('cache-control')).toBe('no-store');
  });

  it('is recognised by a tag that a proxy has weakened, and in a list of tags', async () => {
    const tag = await tagOf();
    expect((await poll('listRepairs', `W/${tag}`)).status).toBe(304);
    expect((await poll('listRepairs', `"other-1", ${tag}`)).status).toBe(304);
    expect((await poll('listRepairs', `"other-1", W/${tag}`)).status).toBe(304);
  });

  it.each(['getSession', 'getShop', 'listSessions', 'listDeleted', 'getBackups'] as const)(
    'is none of %s, which has no revision',
    async (name) => {
      const answer = await poll(name, await tagOf());
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
    },
  );

  it('is not one with another tag', async () => {
    const tag = await tagOf();
    for (const other of ['', '"x"', tag.replace(/\d+"$/, '0"'), tag.slice(1, -1), '"']) {
      expect((await poll('listRepairs', other)).status).toBe(200);
    }
  });

  it('answers everybody else who is logged in, too', async () => {
    expect((await poll('listRepairs', await tagOf(), await shop.logIn())).status).toBe(304);
  });

  it('answers 401, not 304, without a session', async () => {
    const tag = await tagOf();
    for (const name of lists) {
      expect((await poll(name, tag, shop.stranger())).problem().code).toBe('not-logged-in');
    }
  });

  it('answers 401 once the session has ended', async () => {
    const browser = await shop.logIn();
    const tag = await tagOf('listRepairs', browser);
    expect((await poll('listRepairs', tag, browser)).status).toBe(304);
    await browser.attempt('logOut');
    const cookie = browser.cookie;
    expect((await poll('listRepairs', tag, browser)).status).toBe(401);
    expect(cookie).not.toBeNull();

    const idle = await shop.logIn();
    expect((await poll('listRepairs', tag, idle)).status).toBe(304);
    shop.clock.advance(12 * hour);
    expect((await poll('listRepairs', tag, idle)).status).toBe(401);
    await shop.staff.logIn('correct horse battery');
  });

  it('keeps the session alive', async () => {
    const browser = await shop.logIn();
    const tag = await tagOf('listRepairs', browser);
    for (let count = 0; count < 4; count += 1) {
      shop.clock.advance(3 * second);
      expect((await poll('listRepairs', tag, browser)).status).toBe(304);
    }
  });

  describe('ends with', () => {
    const paramsOf = ({ ticketNumber }: Repair) => ({ ticketNumber });
    /** Each gets a repair in the status that it needs, and then changes one thing. */
    const changes: Record<
      string,
      [status: RepairStatus, act: (given: Repair) => Promise<unknown>]
    > = {
      'a new repair': ['pending', () => takeIn(shop)],
      'a correction': [
        'pending',
        (given) =>
          shop.staff.call('editRepair', { params: paramsOf(given), body: { watchBrand: 'Tudor' } }),
      ],
      'a same-day flag': [
        'pending',
        (given) =>
          shop.staff.call('editRepair', { params: paramsOf(given), body: { isSameDay: true } }),
      ],
      'an assignment': [
        'pending',
        (given) =>
          shop.staff.call('assignRepair', {
            params: paramsOf(given),
            body: { technicianId: 'technician-1' },
          }),
      ],
      'a start': [
        'assigned',
        (given) => shop.staff.call('startRepair', { params: paramsOf(given) }),
      ],
      'a completion': [
        'in-progress',
        (given) =>
          shop.staff.call('completeRepair', {
            params: paramsOf(given),
            body: { outcome: 'approved' },
          }),
      ],
      'an estimate': [
        'pending',
        (given) =>
          shop.staff.call('sendEstimate', { body: { repairId: given.ticketNumber, amount: 5 } }),
      ],
      'a customer’s answer': ['estimate-sent', (given) => reply(shop, given, 'ACCEPT')],
      'a customer’s text that changes nothing': ['pending', (given) => reply(shop, given, 'Hi')],
      'a text of staff': [
        'pending',
        (given) =>
          shop.staff.call('sendText', {
            params: paramsOf(given),
            body: { messageId: randomUUID(), body: 'Your strap is here' },
          }),
      ],
      'a case that is handled': [
        'pending',
        async (given) => {
          await reply(shop, given, 'When is it ready?');
          const { items } = await shop.staff.call('listAttention');
          await shop.staff.call('handleAttention', { params: { id: items[0]?.id ?? '' } });
        },
      ],
      'a deleted estimate': [
        'estimate-sent',
        (given) => shop.staff.call('deleteEstimate', { params: { id: given.estimateId ?? '' } }),
      ],
      'a deleted repair': [
        'pending',
        (given) => shop.staff.call('deleteRepair', { params: paramsOf(given) }),
      ],
      'a new client': [
        'pending',
        () => shop.staff.call('createClient', { body: { name: 'A', email: 'a@b.c' } }),
      ],
      'an edited client': [
        'pending',
        (given) =>
          shop.staff.call('editClient', {
            params: { id: given.clientId },
            body: { name: 'B', email: 'b@c.d', phone: '212-555-0177' },
          }),
      ],
      'a repair that is brought back': [
        'pending',
        async (given) => {
          await shop.staff.call('deleteRepair', { params: paramsOf(given) });
          await shop.staff.call('restoreRepair', { params: paramsOf(given) });
        },
      ],
      'a deleted client': [
        'pending',
        (given) => shop.staff.call('deleteClient', { params: { id: given.clientId } }),
      ],
      'a photo': [
        'pending',
        async (given) =>
          shop.staff.send('PUT', `/api/repairs/${given.ticketNumber}/photos/initial`, {
            body: new Blob([new Uint8Array(await testPhoto())]),
          }),
      ],
    };

    it.each(Object.entries(changes))('%s', async (_what, [status, act]) => {
      const given = await repairInStatus(shop, status);
      const tag = await tagOf();
      expect((await poll('listRepairs', tag)).status).toBe(304);
      await act(given);
      for (const name of lists) {
        const answer = await poll(name, tag);
        expect([name, answer.status]).toEqual([name, 200]);
        expect(answer.headers.get('etag')).not.toBe(tag);
      }
    });
  });

  it('does not end with what was refused', async () => {
    const body = newIntake();
    await shop.staff.call('createRepair', { body });
    const tag = await tagOf();
    await shop.staff.refused('createRepair', { body: { ...newIntake(), customerName: '' } });
    await shop.staff.refused('getRepair', { params: { ticketNumber: 'WH1' } });
    expect((await poll('listRepairs', tag)).status).toBe(304);
  });

  it('ends with another version and with other settings of the shop', async () => {
    const tag = await tagOf('listTechnicians');
    await shop.stop();
    const technicians = defaultShopConfig.technicians.map((technician, index) =>
      index === 0 ? { ...technician, name: 'Renamed' } : technician,
    );
    shop = await startApp(engine, {
      storage: shop.storage,
      clock: shop.clock,
      config: { shop: { ...defaultShopConfig, technicians } },
    });
    const answer = await poll('listTechnicians', tag);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Renamed');
  });
});
