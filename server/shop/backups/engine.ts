import type { Config } from '../../config.ts';
import type { CatalogTable } from './catalog.ts';
import { BackupFailure } from './failure.ts';

/** What backups and restores ask of an engine. */

export type StoreLocation = Pick<Config, 'dataDir' | 'databaseUrl'>;

export type Row = Record<string, unknown>;

/** What is asked of an engine that has been brought to stand still for one reader. */
export interface FrozenStore {
  readonly engine: 'sqlite' | 'postgres';
  ask(statement: string): Promise<Row[]>;
  /** A table's rows, some hundred at a time, so that memory holds no more than those. */
  batches(statement: string): AsyncIterable<Row[]>;
  tableNames(): Promise<string[]>;
  /** By table: how far its counting column has counted. */
  counters(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

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
