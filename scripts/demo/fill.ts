import type { ShopConfig } from '../../domain/shop-config.ts';
import type { Database } from '../../server/database/database.ts';
import type { Handle } from '../../server/database/tables.ts';
import type { PhotoStore } from '../../server/photos/photo-store.ts';
import type { ShopRows } from './ledger.ts';
import { finished, removeUnfinished, storePhotos } from './photos.ts';
import { progressOf } from './progress.ts';
import { inventShop, type ShopSize } from './shop.ts';
import { demoSetting } from './store-state.ts';

/** Both engines take at least 32,766 values in one statement. */
const mostValues = 12_000;

/** In an order in which whatever a row names is there before it. */
const tables = [
  'clients',
  'repair_tickets',
  'estimates',
  'messages',
  'phones',
  'events',
  'changes',
] as const satisfies readonly (keyof ShopRows)[];

async function insertRows<Name extends keyof ShopRows>(
  tx: Handle,
  name: Name,
  rows: ShopRows[Name],
  progress: (added: number) => void,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).length;
  const batch = Math.max(1, Math.floor(mostValues / Math.max(columns, 1)));
  for (let start = 0; start < rows.length; start += batch) {
    const some = rows.slice(start, start + batch);
    await tx.insertInto<keyof ShopRows>(name).values(some).execute();
    progress(some.length);
    // Lets a Ctrl-C through.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Somebody else has filled the store in the meantime. */
export class StoreTakenError extends Error {
  constructor() {
    super('Somebody else has begun to use this store meanwhile. Nothing was changed.');
  }
}

export interface Filling {
  database: Database;
  photos: PhotoStore;
  dataDir: string;
  size: ShopSize;
  config: ShopConfig;
  output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
}

/**
 * Makes up a shop and stores it, whole or not at all: the rows in one transaction, the photos before
 * it, noted so that the next try removes those of a try that was broken off.
 *
 * @throws StoreTakenError
 */
export async function fillStore(filling: Filling): Promise<ShopRows> {
  const { database, photos, dataDir, size, config, output } = filling;
  const removed = await removeUnfinished(dataDir, photos);
  if (removed > 0) output.write(`  Cleared  ${removed} photos of a try that was broken off\n`);

  const { rows, photos: orders } = inventShop(
    size,
    config,
    progressOf('Inventing', size.clients, output),
  );
  await storePhotos(dataDir, photos, orders, progressOf('Photos   ', orders.length, output));

  const total = tables.reduce((sum, name) => sum + rows[name].length, 0);
  const progress = progressOf('Storing  ', total, output);
  await database.transact(async (tx) => {
    await database.dialect.lock(tx, 'demo');
    const taken = await tx.selectFrom('clients').select('id').limit(1).executeTakeFirst();
    const set = await tx.selectFrom('settings').select('key').limit(1).executeTakeFirst();
    if (taken || set) throw new StoreTakenError();
    let done = 0;
    for (const name of tables) {
      await insertRows(tx, name, rows[name], (added) => {
        done += added;
        progress(done);
      });
    }
    await tx
      .insertInto('settings')
      .values({ key: demoSetting, value: JSON.stringify(size) })
      .execute();
    await database.dialect.notifyChanges(tx);
  });
  await finished(dataDir);
  return rows;
}
