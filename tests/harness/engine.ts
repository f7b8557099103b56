import { describe, inject, it } from 'vitest';
import { dataFiles } from '../../server/base/config.ts';
import type { Database } from '../../server/database/database.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { isLongRun } from './seeded-chance.ts';
import {
  type Engine,
  engines,
  type PhotoLocationName,
  type Storage,
  type StorageHost,
  storageOn,
} from './storage.ts';

export type { Engine, Storage } from './storage.ts';

/** Runs the same tests on the embedded engine and on PostgreSQL. Neither is ever skipped. */
export function describeOnBothEngines(name: string, suite: (engine: Engine) => void): void {
  describe.each(engines)(`${name} (%s)`, suite);
}

/**
 * Runs the same tests on both engines, and with photos in a folder and in a bucket. Engine and photos
 * are independent, so two of the four pairs are enough.
 */
export function describeOnBothPlaces(
  name: string,
  suite: (engine: Engine, photos: PhotoLocationName) => void,
): void {
  describeOnBothEngines(name, (engine) => {
    suite(engine, engine === 'sqlite' ? 'folder' : 'bucket');
  });
}

/** As {@link describeOnBothPlaces}; in the gate only on SQLite (docs/decisions/tests.md says which are). */
export function describeOnBothInLongRun(
  name: string,
  suite: (engine: Engine, photos: PhotoLocationName) => void,
): void {
  if (isLongRun) describeOnBothPlaces(name, suite);
  else describe(`${name} (sqlite)`, () => suite('sqlite', 'folder'));
}

/** Stands in for `it` where a test is not to run: one that is skipped would count as failed. */
const nowhere = Object.assign(() => undefined, { each: () => () => undefined });

const itWhere = (isWanted: boolean): typeof it =>
  isWanted ? it : (nowhere as unknown as typeof it);

/** What takes a long time and is close to what the gate tests anyway. */
export const itInLongRun = itWhere(isLongRun);

/** For tests in {@link describeOnBothEngines} that do not depend on the engine: in the gate only on SQLite. */
export const itOnOneEngine = (engine: Engine): typeof it =>
  itWhere(isLongRun || engine === 'sqlite');

const storageHost = (): StorageHost => ({
  dataFolder: inject('dataFolder'),
  postgresUrl: inject('postgresUrl'),
});

/** As {@link storageOn}, on the folder and server of this run. */
export const createStorage = (engine: Engine, photos?: PhotoLocationName): Promise<Storage> =>
  storageOn(engine, storageHost(), photos);

/** As {@link createStorage}, with the tables already there. */
export const createEmptyShop = (engine: Engine): Promise<Storage> =>
  storageOn(engine, storageHost(), 'folder', inject('emptyShops'));

/** Opens the same data a second time, as another process would, e.g. a script. */
export function openAgain(storage: Storage): Promise<Database> {
  const log = { warn: () => undefined };
  return storage.databaseUrl === null
    ? openSqlite(dataFiles.database(storage.dataDir))
    : openPostgres(storage.databaseUrl, log);
}
