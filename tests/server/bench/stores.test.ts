import { expect, it } from 'vitest';
import { type ShopRows, tableNames } from '../../../bench/data/books.ts';
import { fillPostgres, fillSqlite } from '../../../bench/data/fill.ts';
import { shopDays } from '../../../bench/data/shop.ts';
import { dataFiles } from '../../../server/config.ts';
import { createStorage, describeOnBothEngines, openAgain } from '../../harness/engine.ts';
import { inconsistencies, type StoredShop } from '../../harness/shop-consistency.ts';

const tickets = 600;
const orders = { phones: 'phone', changes: 'revision' } as const;

describeOnBothEngines('a store for measuring', (engine) => {
  it('holds a shop that the product could have left behind, the same for the same seed', async () => {
    const storage = await createStorage(engine);
    try {
      const { databaseUrl, dataDir } = storage;
      if (databaseUrl === null) await fillSqlite(dataFiles.database(dataDir), shopDays(tickets));
      else await fillPostgres(databaseUrl, shopDays(tickets));
      await (await openAgain(storage)).close();
      const rows = await storage.openRows();
      const stored: Record<string, unknown> = {};
      for (const name of tableNames) {
        const order = name in orders ? orders[name as keyof typeof orders] : 'id';
        stored[name] = await rows.run(`select * from ${name} order by ${order}`);
      }
      await rows.close();
      const shop = stored as unknown as StoredShop;
      expect(inconsistencies(shop)).toEqual([]);

      const made = [...shopDays(tickets)];
      const all = <Name extends keyof ShopRows>(name: Name) => made.flatMap((rows) => rows[name]);
      for (const name of tableNames) {
        expect(shop[name], name).toHaveLength(all(name as 'events').length);
      }
      expect(shop.repair_tickets).toMatchObject(all('repair_tickets'));
      const statuses = new Set(shop.repair_tickets.map(({ status }) => status));
      expect(statuses.size).toBeGreaterThanOrEqual(6);
      expect(shop.repair_tickets.some(({ deleted_at }) => deleted_at !== null)).toBe(true);
    } finally {
      await storage.remove();
    }
  });
});
