import { chmodSync, copyFileSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { sqliteDialect } from '../../database/dialect.ts';
import { migrate } from '../../database/migrate.ts';
import { kyselyOn } from '../../database/sqlite-driver.ts';
import { takeStoreAlone } from '../../database/store-lock.ts';
import {
  brokenStore,
  readStoreState,
  storeFacts,
  storeFactsAt,
  storeFiles,
  tablesIn,
  writeStoreState,
} from '../../database/store-state.ts';
import { catalogAt } from './catalog.ts';
import { checkCounts, type RestoreTarget, storeIsInUse } from './engine.ts';
import { BackupFailure, BrokenTarget } from './failure.ts';
import { countedTables } from './manifest.ts';

/** Out of WAL mode the store is one file; and an engine that lets us out has no other connection. */
function makeOneFile(database: DatabaseSync): void {
  try {
    const mode = database.prepare('pragma journal_mode = delete').get();
    if (mode?.journal_mode === 'delete') return;
  } catch (error) {
    if (Number((error as { errcode?: unknown }).errcode) % 256 !== 5 /* BUSY */) throw error;
  }
  throw new BackupFailure(storeIsInUse);
}

async function occupiedTablesOf(file: string): Promise<string[]> {
  try {
    // Without a change, so that what turns out to be broken is kept aside as it was found.
    if (storeFactsAt(file) === null) return [];
    const database = new DatabaseSync(file);
    try {
      makeOneFile(database);
      const present = tablesIn(database);
      return (await catalogAt())
        .map(({ name }) => name)
        .filter((name) => present.has(name) && !countedTables.includes(name))
        .filter((name) => database.prepare(`select 1 from "${name}" limit 1`).get() !== undefined);
    } finally {
      database.close();
    }
  } catch (error) {
    const damage = brokenStore(file, error);
    throw damage === null ? error : new BrokenTarget(damage.message, error);
  }
}

/** @throws BackupFailure when the engine finds anything wrong with what it has stored */
function checkSound(database: DatabaseSync): void {
  const found = database.prepare('pragma integrity_check(1)').get()?.integrity_check;
  const stray = database.prepare('pragma foreign_key_check').get();
  if (found === 'ok' && stray === undefined) return;
  const what = found === 'ok' ? `a row of ${stray?.table} refers to nothing` : String(found);
  throw new BackupFailure(`The restored data is not sound: ${what}.`);
}

async function sync(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A second name of a file where the disk can do that, else a copy. */
export function keepAside(file: string, folder: string): void {
  const kept = join(folder, basename(file));
  try {
    linkSync(file, kept);
  } catch {
    copyFileSync(file, kept);
  }
}

/**
 * The new store is built in a file of its own; one rename puts it in the old one's place.
 *
 * @param stagingFolder empty, on the same disk as the store
 * @throws BackupFailure when the store is in use
 */
export function openSqliteTarget(file: string, stagingFolder: () => string): RestoreTarget {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = takeStoreAlone(file);
  if (lock === null) throw new BackupFailure(storeIsInUse);
  let building: DatabaseSync | null = null;
  let buildingFile = '';
  let insertInto: { text: string; statement: StatementSync } | null = null;

  const built = (): DatabaseSync => {
    if (building === null) throw new Error('The new store has not been begun');
    return building;
  };

  const countRows = async (table: string) =>
    Number(built().prepare(`select count(*) as count from "${table}"`).get()?.count);

  return {
    occupiedTables: () => occupiedTablesOf(file),
    async begin(level) {
      buildingFile = join(stagingFolder(), basename(file));
      building = new DatabaseSync(buildingFile);
      chmodSync(buildingFile, 0o600);
      await migrate(kyselyOn<unknown>(building), sqliteDialect, level);
      building.exec('begin');
    },
    async insert({ name, columns }, rows) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      const text = `insert into "${name}" (${list}) values (${columns.map(() => '?').join(', ')})`;
      if (insertInto?.text !== text) insertInto = { text, statement: built().prepare(text) };
      for (const row of rows) {
        insertInto.statement.run(...columns.map((column) => row[column] as SQLInputValue));
      }
    },
    countRows,
    async setCounter(table, value) {
      const database = built();
      const known = database.prepare('select seq from sqlite_sequence where name = ?').get(table);
      if (known === undefined) {
        database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, value);
      } else {
        const raise = 'update sqlite_sequence set seq = max(seq, ?) where name = ?';
        database.prepare(raise).run(value, table);
      }
    },
    async migrateUp() {
      const database = built();
      insertInto = null;
      database.exec('commit');
      await migrate(kyselyOn<unknown>(database), sqliteDialect);
    },
    async commit(asideFolder) {
      checkSound(built());
      const facts = storeFacts(built());
      built().close();
      building = null;
      await sync(buildingFile);
      const former = storeFiles(file);
      if (asideFolder !== null) {
        for (const path of former) keepAside(path, asideFolder);
        await sync(asideFolder);
      }
      // A start in between knows by this that the store it finds may be the new one.
      const state = readStoreState(file) ?? { ...facts, revision: 0 };
      await writeStoreState(file, { ...state, restoring: facts.epoch });
      // A log that stayed would be taken into the new store.
      for (const path of former.filter((each) => each !== file)) rmSync(path);
      await sync(dirname(file));
      renameSync(buildingFile, file);
      // The new store is in place: what fails now must not pass for a restore that was not made.
      await sync(dirname(file)).catch(() => undefined);
    },
    async prove(counts) {
      building = new DatabaseSync(file);
      checkSound(building);
      await checkCounts({ countRows }, counts);
      await writeStoreState(file, storeFacts(building));
    },
    async close() {
      building?.close();
      lock.release();
    },
  };
}
