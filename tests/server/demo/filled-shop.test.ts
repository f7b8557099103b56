import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, type OperationName, operations } from '../../../domain/api.ts';
import { isAllowed, isOpen } from '../../../domain/repair-status.ts';
import { defaultShopConfig } from '../../../domain/shop-config.ts';
import { StoreTakenError } from '../../../scripts/demo/fill.ts';
import type { ShopSize } from '../../../scripts/demo/visits.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { fillStorage, storedShop } from '../../harness/demo-shop.ts';
import { createStorage, describeOnBothEngines, type Storage } from '../../harness/engine.ts';
import type { Given } from '../../harness/http-client.ts';
import { settableClock } from '../../harness/settable-clock.ts';
import { inconsistencies } from '../../harness/shop-consistency.ts';

const now = Date.parse('2026-11-20T18:00:00Z');
const size: ShopSize = { repairs: 150, clients: 80, photos: 5, seed: 'f', now };
type Item<Name extends OperationName> = Answer<Name> extends { items: (infer One)[] } ? One : never;
type ListName = 'listRepairs' | 'listClients' | 'listEstimates' | 'listMessages';

/** Every item of a list, page by page, each page as the contract promises it. */
async function wholeList<Name extends ListName>(
  shop: RunningApp,
  name: Name,
  query: Record<string, unknown> = {},
): Promise<Item<Name>[]> {
  const items: Item<Name>[] = [];
  let cursor: string | null = null;
  do {
    const given = { query: { limit: 100, ...query, ...(cursor === null ? {} : { cursor }) } };
    const page: unknown = await parsed(shop, name, given as unknown as Given<Name>);
    const { items: some, nextCursor } = page as { items: Item<Name>[]; nextCursor: string | null };
    items.push(...some);
    cursor = nextCursor;
  } while (cursor !== null);
  return items;
}

/** An answer that has stood up to the contract, nothing missing and nothing too much. */
async function parsed<Name extends OperationName>(
  shop: RunningApp,
  name: Name,
  given: Given<Name>,
): Promise<Answer<Name>> {
  const reply = await shop.staff.attempt(name, given);
  expect(reply.status).toBe(200);
  const [schema] = Object.values(operations[name].responses);
  const answer = reply.json();
  expect(schema?.parse(answer)).toEqual(answer);
  return answer as Answer<Name>;
}

describeOnBothEngines('a store filled by the demo', (engine) => {
  let storage: Storage;
  let shop: RunningApp | null = null;
  beforeEach(async () => {
    storage = await createStorage(engine);
  });
  afterEach(async () => {
    await shop?.stop();
    shop = null;
    await storage.remove();
  });

  it('holds a shop that the product could have left behind, and the product works on in it', async () => {
    await fillStorage(storage, size);
    shop = await startApp(engine, { storage, clock: settableClock(now) });
    const stored = await storedShop(shop.rows);
    expect(stored.repair_tickets).toHaveLength(size.repairs);
    expect(stored.clients).toHaveLength(size.clients);
    expect(inconsistencies(stored, defaultShopConfig, new Date(now).toISOString())).toEqual([]);
    const isKept = (row: { deleted_at: string | null }) => row.deleted_at === null;
    const kept = stored.repair_tickets.filter(isKept);

    const repairs = await wholeList(shop, 'listRepairs');
    expect(repairs.map(({ id }) => id)).toEqual(kept.map(({ id }) => id).toReversed());
    const clients = await wholeList(shop, 'listClients');
    expect(clients).toHaveLength(stored.clients.filter(isKept).length);
    const listed = await wholeList(shop, 'listEstimates');
    const overview = await parsed(shop, 'getOverview', {});
    expect(overview.completed).toBe(repairs.filter(({ status }) => status === 'completed').length);
    expect(overview.estimates).toBe(listed.length);
    expect(overview.totalClients).toBe(clients.length);
    const { items: technicians } = await parsed(shop, 'listTechnicians', {});
    for (const { id, activeRepairs, total } of technicians) {
      const own = repairs.filter(({ assignedTo }) => assignedTo === id);
      expect(total).toBe(own.length);
      expect(activeRepairs).toBe(own.filter(({ status }) => isOpen(status)).length);
    }
    for (const { ticketNumber } of repairs.slice(0, 10)) {
      const { events } = await parsed(shop, 'getRepair', { params: { ticketNumber } });
      expect(events[0]).toMatchObject({ kind: 'repair-created', session: expect.any(String) });
      expect(await wholeList(shop, 'listRepairs', { q: ticketNumber })).toHaveLength(1);
    }

    const urls = repairs.flatMap(({ initialPhotoUrl, completedPhotoUrl }) =>
      [initialPhotoUrl, completedPhotoUrl].filter((url) => url !== null),
    );
    expect(urls.length).toBeGreaterThanOrEqual(size.photos);
    for (const url of urls) {
      const reply = await fetch(new URL(url, shop.origin));
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe('image/jpeg');
    }

    const open = repairs.find(({ status }) => isAllowed('send-estimate', status));
    if (!open) throw new Error('Nothing is open: choose another seed');
    const { ticketNumber, customerPhone } = open;
    const body = { repairId: ticketNumber, amount: 120 };
    const { repair: sent } = await shop.staff.call('sendEstimate', { body });
    expect(sent.status).toBe('estimate-sent');
    shop.clock.advance(60_000);
    const reply = { from: customerPhone, body: `ACCEPT ${ticketNumber}` };
    await shop.staff.call('simulateReply', { body: reply });
    const { repair } = await shop.staff.call('getRepair', { params: { ticketNumber } });
    expect(repair.status).toBe('estimate-accepted');
  });

  it('is filled whole or not at all, and once', async () => {
    const few = { ...size, repairs: 20, clients: 10, photos: 2 };
    const breaking = {
      isTTY: false,
      write: (line: string) => {
        if (/Filling.*\((?:[5-9]\d) %\)/.test(line)) throw new Error('the power went');
        return true;
      },
    };
    await expect(fillStorage(storage, few, breaking)).rejects.toThrow('the power went');
    const rows = await storage.openRows();
    expect(new Set(Object.values(await rows.counts()))).toEqual(new Set([0]));
    await fillStorage(storage, few);
    const before = await rows.counts();
    expect(before).toMatchObject({ repair_tickets: 20, clients: 10 });
    await expect(fillStorage(storage, { ...few, seed: 'other' })).rejects.toThrow(StoreTakenError);
    expect(await rows.counts()).toEqual(before);
    await rows.close();
  });
});
