import { type Filling, fillStore } from '../../scripts/demo/fill.ts';
import type { ShopSize } from '../../scripts/demo/visits.ts';
import { type Config, dataFiles, readConfig } from '../../server/config.ts';
import { createDiskPhotoStore } from '../../server/photos/disk.ts';
import { testPassword } from './app.ts';
import { openAgain, type Storage } from './engine.ts';
import type { StoredShop } from './shop-consistency.ts';
import type { StoredRows } from './stored-rows.ts';

/** Fills an empty store as `npm run demo` does. */
export async function fillStorage(
  storage: Storage,
  size: ShopSize,
  output: Filling['output'] = { write: () => true, isTTY: false },
  changes: Partial<Config> = {},
): Promise<void> {
  const { dataDir } = storage;
  const config = { ...readConfig({ DATA_DIR: dataDir, SHOP_PASSWORD: testPassword }), ...changes };
  const photos = await createDiskPhotoStore(dataFiles.photos(dataDir));
  const database = await openAgain(storage);
  try {
    await fillStore({ database, photos, config, size, output });
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

export async function storedShop(rows: StoredRows): Promise<StoredShop> {
  const tables: Record<string, unknown> = {};
  for (const [table, column] of Object.entries(order)) {
    tables[table] = await rows.run(`select * from ${table} order by ${column}`);
  }
  return tables as unknown as StoredShop;
}
