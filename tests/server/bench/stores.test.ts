import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openLedger, type ShopRows } from '../../../bench/data/ledger.ts';
import { fillPostgres } from '../../../bench/data/postgres.ts';
import { shopDays, storesPresent } from '../../../bench/data/shop.ts';
import { fillSqlite } from '../../../bench/data/sqlite.ts';
import { storedDays } from '../../../bench/data/stored-shop.ts';
import { defaultShopConfig } from '../../../domain/shop-config.ts';
import { dataFiles } from '../../../server/config.ts';
import {
  createStorage,
  describeOnBothEngines,
  openAgain,
  type Storage,
} from '../../harness/engine.ts';
import { inconsistencies, type StoredShop } from '../../harness/shop-consistency.ts';

const tickets = 300;

const days = (seed: string) => shopDays({ tickets, seed, now: storesPresent }, defaultShopConfig);

const order = {
  clients: 'id',
  repair_tickets: 'id',
  estimates: 'id',
  messages: 'id',
  phones: 'phone',
  events: 'id',
  changes: 'revision',
} as const satisfies Record<keyof ShopRows, string>;

const tableNames = Object.keys(order) as (keyof ShopRows)[];

function gathered(all: Iterable<ShopRows>): ShopRows {
  const { rows } = openLedger();
  for (const some of all) {
    for (const name of tableNames) (rows[name] as unknown[]).push(...some[name]);
  }
  return rows;
}

/** More clients than there are numbers kept for fiction; nothing is texted from these stores. */
const knownDifference = /may be somebody’s/;

describeOnBothEngines('a store for measuring', (engine) => {
  let storage: Storage;
  let folder: string;
  beforeEach(async () => {
    storage = await createStorage(engine);
    folder = await mkdtemp(join(inject('dataFolder'), 'store-'));
  });
  afterEach(async () => {
    await storage.remove();
    await rm(folder, { recursive: true });
  });

  /** As the bench does: made up for SQLite, handed on to PostgreSQL. */
  async function fill(): Promise<number[]> {
    const heard: number[] = [];
    const hear = (done: number) => heard.push(done);
    const { databaseUrl, dataDir } = storage;
    const file = databaseUrl === null ? dataFiles.database(dataDir) : join(folder, 'made.db');
    await fillSqlite(file, days('1'), databaseUrl === null ? hear : () => undefined);
    if (databaseUrl !== null) await fillPostgres(databaseUrl, storedDays(file), hear);
    return heard;
  }

  it('holds a shop that the product could have left behind, the same for the same seed', async () => {
    expect(await fill()).toEqual([tickets]);
    const rows = await storage.openRows();
    const stored: Partial<Record<keyof ShopRows, unknown>> = {};
    for (const [name, column] of Object.entries(order)) {
      stored[name as keyof ShopRows] = await rows.run(`select * from ${name} order by ${column}`);
    }
    await rows.close();
    const database = await openAgain(storage);
    await database.close();
    const shop = stored as unknown as StoredShop;
    const present = new Date(storesPresent).toISOString();
    const problems = inconsistencies(shop, defaultShopConfig, present);
    expect(problems.filter((problem) => !knownDifference.test(problem))).toEqual([]);

    const made = gathered(days('1'));
    expect(made.repair_tickets).toHaveLength(tickets);
    for (const name of tableNames) {
      expect(shop[name]).toHaveLength(made[name].length);
      expect(shop[name]).toMatchObject(
        name === 'phones'
          ? made[name].toSorted((a, b) => (a.phone < b.phone ? -1 : 1))
          : made[name],
      );
    }
    const statuses = new Set(made.repair_tickets.map(({ status }) => status));
    for (const status of ['pending', 'assigned', 'in-progress', 'estimate-sent', 'completed']) {
      expect(statuses).toContain(status);
    }
    expect(made.repair_tickets.some(({ deleted_at }) => deleted_at !== null)).toBe(true);
    const open = made.repair_tickets.filter(({ status }) => status !== 'completed');
    expect(open.length).toBeGreaterThan(0.1 * tickets);
    expect(open.length).toBeLessThan(0.4 * tickets);
  });
});

it('is another one for another seed, and no client has another’s phone', () => {
  const { clients } = gathered(days('2'));
  const phones = clients.map(({ text_phone }) => text_phone).filter((phone) => phone !== '');
  expect(new Set(phones).size).toBe(phones.length);
  const [one, other] = [gathered(days('1')), gathered(days('1'))];
  expect(one).toEqual(other);
  expect(clients.map(({ name }) => name)).not.toEqual(one.clients.map(({ name }) => name));
});
