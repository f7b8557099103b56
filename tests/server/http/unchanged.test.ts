import { beforeAll, expect, it } from 'vitest';
import { type OperationName, operations } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { defaultShopConfig } from '../../../domain/shop-config.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import type { HttpClient } from '../../harness/http-client.ts';
import { hour } from '../../harness/settable-clock.ts';
import { newIntake, takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('a poll that finds nothing new', (engine) => {
  let shop: RunningApp;
  let repair: Repair;
  beforeAll(async () => {
    shop = await startApp(engine);
    repair = await takeIn(shop);
    return () => shop.close();
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

  it('is recognised by its tag, also weakened by a proxy or in a list, and by no other', async () => {
    const tag = await tagOf();
    for (const same of [`W/${tag}`, `"other-1", ${tag}`, `"other-1", W/${tag}`]) {
      expect((await poll('listRepairs', same)).status).toBe(304);
    }
    for (const other of ['', '"x"', tag.replace(/\d+"$/, '0"'), tag.slice(1, -1), '"']) {
      expect((await poll('listRepairs', other)).status).toBe(200);
    }
  });

  it.each(['getSession', 'getShop', 'listSessions', 'listDeleted', 'getBackups'] as const)(
    'is none of %s, which has no revision',
    async (name) => {
      const answer = await poll(name, await tagOf());
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
    },
  );

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
    expect((await poll('listRepairs', tag, browser)).status).toBe(401);

    const idle = await shop.logIn();
    expect((await poll('listRepairs', tag, idle)).status).toBe(304);
    shop.clock.advance(12 * hour);
    expect((await poll('listRepairs', tag, idle)).status).toBe(401);
    await shop.staff.logIn('correct horse battery');
  });

  it('ends, for each list, with what another has changed', async () => {
    const tag = await tagOf();
    await takeIn(shop);
    for (const name of lists) {
      const answer = await poll(name, tag);
      expect([name, answer.status]).toEqual([name, 200]);
      expect(answer.headers.get('etag')).not.toBe(tag);
    }
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
