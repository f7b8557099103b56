import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../base/config.ts';
import { sqliteDialect } from '../../database/dialect.ts';
import { migrate, migrationNames } from '../../database/migrate.ts';
import { isOfSearchIndex } from '../../database/search.ts';
import { kyselyOn } from '../../database/sqlite-driver.ts';
import type { StoreDamage } from '../../database/store-state.ts';
import type { Handle } from '../../database/tables.ts';
import { BackupFailure } from './reports.ts';

/** What backups and restores ask of an engine (./sqlite.ts, ./postgres.ts), and the product's tables. */

export type StoreLocation = Pick<Config, 'dataDir' | 'databaseUrl'>;

export type Row = Record<string, unknown>;

export interface CatalogTable {
  name: string;
  columns: readonly string[];
}

/** A store as it is at one moment, for one reader; others go on writing. */
export interface FrozenStore {
  readonly engine: 'sqlite' | 'postgres';
  readonly db: Handle;
  ask(statement: string): Promise<Row[]>;
  /** A table's rows, a few hundred at a time, so that memory holds no more than those. */
  batches(table: string): AsyncIterable<Row[]>;
  tableNames(): Promise<string[]>;
  /** By table: how far its counting column has counted. */
  counters(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** A store that a backup is brought into, held exclusively. Nothing of it changes before `commit`. */
export interface RestoreTarget {
  /** The tables in which the present store has rows, or why it cannot be read. */
  former(): Promise<{ occupied: string[]; damage?: StoreDamage }>;
  /** Recreates the tables as they were at a migration level. */
  begin(level: string): Promise<void>;
  insert(table: CatalogTable, rows: readonly Row[]): Promise<void>;
  ask(statement: string): Promise<Row[]>;
  /** Makes the next row of a counting column get a higher number than this. */
  setCounter(table: string, value: number): Promise<void>;
  /** Brings the tables up to this version's level. */
  migrateUp(): Promise<void>;
  /**
   * Reads what was built from beginning to end, as it was stored.
   *
   * @param counts how many rows each table has
   * @throws BackupFailure when it differs
   */
  prove(counts: Readonly<Record<string, number>>): Promise<void>;
  /**
   * Puts the new store in place of the old one, at once and durably.
   *
   * @param asideFolder where the old one is kept, as far as the engine keeps it
   */
  commit(asideFolder: string | null): Promise<void>;
  /** Releases the store; what was not committed is discarded. */
  close(): Promise<void>;
}

/** Held by the one process that restores a backup for the shop; it ends with that process. */
export interface RestoreLock {
  /** False once it has been lost: then another process may have taken it. */
  isHeld(): boolean;
  release(): Promise<void>;
}

type Asked = Pick<FrozenStore, 'ask'>;

export async function countRows(store: Asked, table: string): Promise<number> {
  const [row] = await store.ask(`select count(*) as count from "${table}"`);
  return Number(row?.count ?? 0);
}

/** @throws BackupFailure when a table has a different number of rows than it should */
export async function checkCounts(
  store: Asked,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [table, count] of Object.entries(counts)) {
    const stored = await countRows(store, table);
    if (stored !== count) {
      throw new BackupFailure(`${table} has ${stored} rows after the restore instead of ${count}.`);
    }
  }
}

export const storeIsInUse =
  'The product is running on this data, or another of its programs is. Stop it first; nothing was changed.';

/**
 * The product's tables at a migration level, found by making them in memory: so no list of tables has
 * to be kept beside the migrations, and another program's tables in the same database are never touched.
 *
 * @param level a migration's name; the newest by default
 */
export async function catalogAt(level?: string): Promise<CatalogTable[]> {
  const database = new DatabaseSync(':memory:');
  try {
    await migrate(kyselyOn<unknown>(database), sqliteDialect, level);
    // In the order of creation: those that others refer to come first.
    const names = database
      .prepare("select name from sqlite_master where type = 'table' order by rowid")
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !/^(sqlite|kysely)_/.test(name) && !isOfSearchIndex(name));
    return names.map((name) => ({
      name,
      columns: database
        .prepare(`pragma table_info("${name}")`)
        .all()
        .map((column) => String(column.name)),
    }));
  } finally {
    database.close();
  }
}

/** The levels that this version knows, oldest first. */
export const knownLevels = () => migrationNames(sqliteDialect);
