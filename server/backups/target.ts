import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime } from '../clock.ts';
import { dataFiles } from '../config.ts';
import type { CatalogTable } from './catalog.ts';
import { BackupFailure } from './failure.ts';
import type { Row, StorePlace } from './snapshot.ts';

/** A store that a backup is brought into, held alone. Nothing of it changes before `commit`. */
export interface RestoreTarget {
  /** The tables in which the present store has rows. @throws BrokenTarget when it cannot be read */
  occupiedTables(): Promise<string[]>;
  /** Makes the tables anew as they were at a migration level. */
  begin(level: string): Promise<void>;
  insert(table: CatalogTable, rows: readonly Row[]): Promise<void>;
  countRows(table: string): Promise<number>;
  /** Sees to it that the next row of a counting column gets a higher number than this. */
  setCounter(table: string, value: number): Promise<void>;
  /** Brings the tables up to this version's level. */
  migrateUp(): Promise<void>;
  /**
   * Puts the new store in the place of the old one, at once and durably.
   *
   * @param asideFolder where the old one is kept, as far as the engine keeps it
   */
  commit(asideFolder: string | null): Promise<void>;
  /**
   * After the commit: reads what is in force now, from beginning to end.
   *
   * @param counts how many rows each table has
   * @throws BackupFailure when it is not that
   */
  prove(counts: Readonly<Record<string, number>>): Promise<void>;
  /** Lets go of the store; what was not committed is forgotten. */
  close(): Promise<void>;
}

/** @throws BackupFailure when a table has another number of rows than it should */
export async function checkCounts(
  { countRows }: Pick<RestoreTarget, 'countRows'>,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [table, count] of Object.entries(counts)) {
    const stored = await countRows(table);
    if (stored !== count) {
      throw new BackupFailure(`${table} has ${stored} rows after the restore instead of ${count}.`);
    }
  }
}

export const storeIsInUse =
  'The product is running on this data, or another of its programs is. Stop it first; nothing was changed.';

/** To the millisecond: what was killed may be begun again at once. */
export const asideName = (now: number) => `replaced-${isoTime(now).replaceAll(/[:.]/g, '-')}`;

/**
 * @param stagingName the folder within the data folder in which an embedded store is built
 * @throws BackupFailure when somebody uses the store
 */
export async function openTarget(
  { databaseUrl, dataDir }: StorePlace,
  stagingName: string,
): Promise<RestoreTarget> {
  if (databaseUrl !== null) {
    const { openPostgresTarget } = await import('./postgres-target.ts');
    return openPostgresTarget(databaseUrl);
  }
  const { openSqliteTarget } = await import('./sqlite-target.ts');
  const staging = join(dataDir, stagingName);
  return openSqliteTarget(dataFiles.database(dataDir), () => {
    mkdirSync(staging, { recursive: true, mode: 0o700 });
    return staging;
  });
}
