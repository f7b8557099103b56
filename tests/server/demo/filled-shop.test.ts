import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, type OperationName, operations } from '../../../domain/api.ts';
import { isOpen } from '../../../domain/repair-status.ts';
import { defaultShopConfig } from '../../../domain/shop-config.ts';
import { fillStore, StoreTakenError } from '../../../scripts/demo/fill.ts';
import type { ShopSize } from '../../../scripts/demo/shop.ts';
import { updateClient } from '../../../server/clients/store.ts';
import { dataFiles } from '../../../server/config.ts';
import { createDiskPhotoStore } from '../../../server/photos/disk.ts';
import { refreshSearchText } from '../../../server/repairs/store.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import {
  createStorage,
  describeOnBothEngines,
  openAgain,
  type Storage,
} from '../../harness/engine.ts';
import type { Given } from '../../harness/http-client.ts';
import { settableClock } from '../../harness/settable-clock.ts';
import { inconsistencies, type StoredShop } from '../../harness/shop-consistency.ts';
import type { StoredRows } from '../../harness/stored-rows.ts';

const now = Date.parse('2026-11-20T18:00:00Z');
const size: ShopSize = { repairs: 240, clients: 120, photos: 5, seed: 'filled', now };
const quiet = { write: () => true, isTTY: false };

async function fill(
  storage: Storage,
  changes: Partial<ShopSize> = {},
  output: Parameters<typeof fillStore>[0]['output'] = quiet,
): Promise<void> {
  const database = await openAgain(storage);
  try {
    await fillStore({
      database,
      photos: await createDiskPhotoStore(dataFiles.photos(storage.dataDir)),
      dataDir: storage.dataDir,
      size: { ...size, ...changes },
      config: defaultShopConfig,
      output,
    });
  } finally {
    await database.close();
  }
}

const order = {
  clients: 'id',
  repair_tickets: 'id',
  estimates: 'id',
  messages: 'id',
  phones: 'phone',
  events: 'id',
  changes: 'revision',
} as const satisfies Record<keyof StoredShop, string>;

async function storedShop(rows: StoredRows): Promise<StoredShop> {
  const tables: Record<string, unknown> = {};
  for (const [table, column] of Object.entries(order)) {
    tables[table] = await rows.run(`select * from ${table} order by ${column}`);
  }
  return tables as unknown as StoredShop;
}

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

  it('holds a shop that the product could have left behind, and the product opens it', async () => {
    await fill(storage);
    shop = await startApp(engine, { storage, clock: settableClock(now) });
    const stored = await storedShop(shop.rows);
    expect(stored.repair_tickets).toHaveLength(size.repairs);
    expect(stored.clients).toHaveLength(size.clients);
    expect(inconsistencies(stored, defaultShopConfig, new Date(now).toISOString())).toEqual([]);

    const repairs = await wholeList(shop, 'listRepairs');
    expect(repairs.map(({ id }) => id)).toEqual(
      stored.repair_tickets.map(({ id }) => id).toReversed(),
    );
    const clients = await wholeList(shop, 'listClients');
    expect(clients).toHaveLength(stored.clients.filter((each) => each.deleted_at === null).length);
    const listed = await wholeList(shop, 'listEstimates');
    const messages = await wholeList(shop, 'listMessages');
    expect(messages).toHaveLength(stored.messages.length);

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
      expect(events[0]?.kind).toBe('repair-created');
      expect(await wholeList(shop, 'listRepairs', { q: ticketNumber })).toHaveLength(1);
    }
  });

  it('is found by what the product itself would have written into its search columns', async () => {
    await fill(storage, { repairs: 80, clients: 40, photos: 0 });
    const rows = await storage.openRows();
    const searched = async () => ({
      clients: await rows.run('select id, email_key, search_text from clients order by id'),
      tickets: await rows.run('select id, search_text from repair_tickets order by id'),
    });
    const before = await searched();
    const { clients } = await storedShop(rows);
    await rows.run("update clients set search_text = '', email_key = '' where deleted_at is null");
    await rows.run("update repair_tickets set search_text = ''");
    const database = await openAgain(storage);
    await database.transact(async (tx) => {
      for (const { id, name, email, phone, address, updated_at } of clients) {
        await updateClient(tx, id, { name, email, phone, address }, updated_at);
        await refreshSearchText(tx, id, { name, phone });
      }
    });
    await database.close();
    expect(await searched()).toEqual(before);
    await rows.close();
  });

  it('has a photo of its own wherever a ticket names one', async () => {
    await fill(storage, { repairs: 30, clients: 20 });
    shop = await startApp(engine, { storage, clock: settableClock(now) });
    const repairs = await wholeList(shop, 'listRepairs');
    const urls = repairs.flatMap(({ initialPhotoUrl, completedPhotoUrl }) =>
      [initialPhotoUrl, completedPhotoUrl].filter((url) => url !== null),
    );
    expect(urls.length).toBeGreaterThanOrEqual(size.photos);
    const pictures = new Set<string>();
    for (const url of urls) {
      const reply = await fetch(new URL(url, shop.origin));
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe('image/jpeg');
      pictures.add(Buffer.from(await reply.arrayBuffer()).toString('base64'));
    }
    expect(pictures.size).toBe(urls.length);
  });

  it('can be worked in at once: an intake, an estimate, an answer', async () => {
    await fill(storage, { photos: 0 });
    shop = await startApp(engine, { storage, clock: settableClock(now) });
    const waiting = await wholeList(shop, 'listRepairs', { status: 'pending' });
    const [repair] = waiting;
    if (!repair) throw new Error('Nothing is pending: choose another seed');
    const { repair: sent } = await shop.staff.call('sendEstimate', {
      body: { repairId: repair.ticketNumber, amount: 120 },
    });
    expect(sent.status).toBe('estimate-sent');
    shop.clock.advance(60_000);
    await shop.staff.call('simulateReply', {
      body: { from: repair.customerPhone, body: `ACCEPT ${repair.ticketNumber}` },
    });
    const { repair: accepted } = await shop.staff.call('getRepair', {
      params: { ticketNumber: repair.ticketNumber },
    });
    expect(accepted.status).toBe('estimate-accepted');
  });

  it('is filled whole or not at all: what is broken off halfway leaves nothing', async () => {
    const few = { repairs: 60, clients: 30, photos: 2 };
    const breaking = {
      isTTY: false,
      write: (line: string) => {
        if (/Storing.*\((?:[5-9]\d) %\)/.test(line)) throw new Error('the power went');
        return true;
      },
    };
    await expect(fill(storage, few, breaking)).rejects.toThrow('the power went');
    const rows = await storage.openRows();
    expect(new Set(Object.values(await rows.counts()))).toEqual(new Set([0]));
    await fill(storage, few);
    expect(await rows.counts()).toMatchObject({ repair_tickets: 60, clients: 30 });
    await rows.close();
  });

  it('is filled once: another filling changes nothing', async () => {
    await fill(storage, { repairs: 20, clients: 10, photos: 1 });
    const rows = await storage.openRows();
    const before = await rows.counts();
    await expect(fill(storage, { seed: 'other' })).rejects.toThrow(StoreTakenError);
    expect(await rows.counts()).toEqual(before);
    await rows.close();
  });
});
