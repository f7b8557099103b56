import { describe, inject } from 'vitest';
import { dataFiles } from '../../server/config.ts';
import type { Database } from '../../server/database/database.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { type Engine, engines, type PhotoPlaceName, type Storage, storageOn } from './storage.ts';

export type { Engine, Storage } from './storage.ts';

/** Runs the same tests on the embedded engine and on PostgreSQL. Neither is ever skipped. */
export function describeOnBothEngines(name: string, suite: (engine: Engine) => void): void {
  describe.each(engines)(`${name} (%s)`, suite);
}

/** Runs the same tests on both engines, and with photos in a folder and in a bucket. */
export function describeOnBothPlaces(
  name: string,
  suite: (engine: Engine, photos: PhotoPlaceName) => void,
): void {
  // The engine and the photos have nothing to do with each other: two of the four pairs will do.
  describe.each([
    ['sqlite', 'folder'],
    ['postgres', 'bucket'],
  ] as const)(`${name} (%s, photos in a %s)`, suite);
}

/** As {@link storageOn}, on the ground that this run of the tests stands on. */
export const createStorage = (engine: Engine, photos?: PhotoPlaceName): Promise<Storage> =>
  storageOn(
    engine,
    { dataFolder: inject('dataFolder'), postgresUrl: inject('postgresUrl') },
    photos,
  );

/** The same data opened by another process, as scripts do. */
export function openAgain(storage: Storage): Promise<Database> {
  const log = { warn: () => undefined };
  return storage.databaseUrl === null
    ? openSqlite(dataFiles.database(storage.dataDir))
    : openPostgres(storage.databaseUrl, log);
}
