import { createHash } from 'node:crypto';
import { catalogAt } from '../../server/backups/catalog.ts';
import { countedTables } from '../../server/backups/manifest.ts';
import { storeNoteKey } from '../../server/database/closing.ts';
import { moveShop } from '../../server/moves/move.ts';
import type { ShopPlace } from '../../server/moves/places.ts';
import type { MoveListener } from '../../server/moves/progress.ts';
import type { Moved, MoveTask } from '../../server/moves/task.ts';
import type { BucketSettings } from '../../server/photos/bucket-settings.ts';
import { openPhotoStore } from '../../server/photos/place.ts';
import { type AppOptions, type RunningApp, startApp } from './app.ts';
import type { Storage } from './engine.ts';

export const silentListener: MoveListener = {
  onProgress: () => undefined,
  say: () => undefined,
  checkpoint: () => undefined,
};

/** Where a shop of a test lies. */
export const placeOf = (
  { dataDir, databaseUrl }: Storage,
  photoBucket: BucketSettings | null = null,
): ShopPlace => ({ dataDir, databaseUrl, photoBucket });

/** Moves everything that lies elsewhere. */
export const move = (
  from: ShopPlace,
  to: ShopPlace,
  changes: Partial<MoveTask> = {},
): Promise<Moved> => moveShop(moveTask(from, to, changes));

export function moveTask(
  from: ShopPlace,
  to: ShopPlace,
  changes: Partial<MoveTask> = {},
): MoveTask {
  return {
    from,
    to,
    parts: {
      database: from.databaseUrl !== to.databaseUrl,
      photos: from.photoBucket !== to.photoBucket,
    },
    replacesFormer: false,
    acceptsLost: false,
    isPreparing: false,
    listener: silentListener,
    clock: Date.now,
    textPatienceMs: 1000,
    ...changes,
  };
}

/** The product started on a place. */
export function startAt(
  storage: Storage,
  { photoBucket }: ShopPlace,
  options: AppOptions = {},
): Promise<RunningApp> {
  return startApp(storage.engine, {
    storage,
    ...options,
    config: { photoBucket, ...options.config },
  });
}

/** Every row of every table, sessions too, in an order and form that both engines share; not the note. */
export async function wholeStore(storage: Storage): Promise<Record<string, string[]>> {
  const rows = await storage.openRows();
  const found: Record<string, string[]> = {};
  for (const { name, columns } of await catalogAt()) {
    if (countedTables.includes(name)) continue;
    const stored = await rows.run(`select * from "${name}"`);
    found[name] = stored
      .filter(({ key }) => name !== 'settings' || key !== storeNoteKey)
      .map((row) =>
        JSON.stringify(columns.map((column) => (row[column] === null ? null : `${row[column]}`))),
      )
      .sort();
  }
  await rows.close();
  return found;
}

/** The checksum of every photo by its name. */
export async function photosAt(place: ShopPlace): Promise<Record<string, string>> {
  const store = await openPhotoStore(place);
  const found: [string, string][] = [];
  for await (const { name } of store.list()) {
    const photo = await store.get(name);
    found.push([
      name,
      createHash('sha256')
        .update(photo?.bytes ?? '')
        .digest('hex'),
    ]);
  }
  return Object.fromEntries(found.sort(([one], [other]) => one.localeCompare(other)));
}
