import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { sqliteDialect } from '../../database/dialect.ts';
import { migrate } from '../../database/migrate.ts';
import { kyselyOn } from '../../database/sqlite-driver.ts';
import { shareStore, syncPath, takeStoreAlone } from '../../database/store-lock.ts';
import {
  brokenStore,
  readStoreState,
  storeFacts,
  storeFactsAt,
  storeFiles,
  tablesIn,
  writeStoreState,
} from '../../database/store-state.ts';
import {
  catalogAt,
  checkCounts,
  type FrozenStore,
  type RestoreTarget,
  type Row,
  storeIsInUse,
} from './engine.ts';
import { countedTables } from './manifest.ts';
import { BackupFailure } from './reports.ts';

const batchRows = 200;

/** One read transaction: in WAL mode it sees one moment and holds up no writer. */
export function freezeSqlite(file: string): FrozenStore {
  if (!existsSync(file)) {
    throw new BackupFailure(`There is nothing to back up: ${file} is not there.`);
  }
  const lock = shareStore(file);
  const database = new DatabaseSync(file, { timeout: 5000 });
  const ask = (statement: string): Row[] => database.prepare(statement).all();
  try {
    database.exec('pragma query_only = on; begin');
    // The moment is that of the first look, not of the beginning.
    tablesIn(database);
  } catch (error) {
    database.close();
    lock.release();
    throw error;
  }
  return {
    engine: 'sqlite',
    db: kyselyOn(database),
    ask: async (statement) => ask(statement),
    async *batches(table) {
      let batch: Row[] = [];
      for (const row of database.prepare(`select * from "${table}"`).iterate()) {
        batch.push(row);
        if (batch.length < batchRows) continue;
        yield batch;
        batch = [];
        // This engine answers at once: others in the process want to be served meanwhile.
        await setImmediate();
      }
      if (batch.length > 0) yield batch;
    },
    tableNames: async () => [...tablesIn(database)],
    async counters() {
      if (!tablesIn(database).has('sqlite_sequence')) return {};
      const rows = ask('select name, seq from sqlite_sequence');
      return Object.fromEntries(rows.map(({ name, seq }) => [String(name), Number(seq)]));
    },
    async close() {
      database.close();
      lock.release();
    },
  };
}

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
  // Without a change, so that what turns out to be broken is set aside as it was found.
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
}

/** @throws BackupFailure when the engine finds anything wrong with what it has stored */
function checkSound(database: DatabaseSync): void {
  const found = database.prepare('pragma integrity_check(1)').get()?.integrity_check;
  const stray = database.prepare('pragma foreign_key_check').get();
  if (found === 'ok' && stray === undefined) return;
  const what = found === 'ok' ? `a row of ${stray?.table} refers to nothing` : String(found);
  throw new BackupFailure(`The restored data is damaged: ${what}.`);
}

/** A hard link if the disk can do that, else a copy. */
export function setAside(file: string, folder: string): void {
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
 * @param staging a folder on the same disk as the store
 * @throws BackupFailure when the store is in use
 */
export function openSqliteTarget(file: string, staging: string): RestoreTarget {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = takeStoreAlone(file);
  if (lock === null) throw new BackupFailure(storeIsInUse);
  let building: DatabaseSync | null = null;
  const buildingFile = join(staging, basename(file));
  let insertInto: { text: string; statement: StatementSync } | null = null;

  const built = (): DatabaseSync => {
    if (building === null) throw new Error('The new store has not been begun');
    return building;
  };

  const ask = async (statement: string): Promise<Row[]> => built().prepare(statement).all();

  return {
    async former() {
      try {
        return { occupied: await occupiedTablesOf(file) };
      } catch (error) {
        const damage = brokenStore(file, error);
        if (damage === null) throw error;
        return { occupied: [], damage };
      }
    },
    async begin(level) {
      mkdirSync(staging, { recursive: true, mode: 0o700 });
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
    ask,
    async setCounter(table, value) {
      const database = built();
      const raise = 'update sqlite_sequence set seq = max(seq, ?) where name = ?';
      if (database.prepare(raise).run(value, table).changes > 0) return;
      database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, value);
    },
    async migrateUp() {
      const database = built();
      insertInto = null;
      database.exec('commit');
      await migrate(kyselyOn<unknown>(database), sqliteDialect);
    },
    async prove(counts) {
      built().close();
      building = null;
      await syncPath(buildingFile);
      // Another connection remembers nothing of what was written.
      building = new DatabaseSync(buildingFile);
      checkSound(building);
      await checkCounts({ ask }, counts);
    },
    async commit(asideFolder) {
      const facts = storeFacts(built());
      built().close();
      building = null;
      const former = storeFiles(file);
      if (asideFolder !== null) {
        for (const path of former) setAside(path, asideFolder);
        await syncPath(asideFolder);
      }
      // A start in between knows by this that the store it finds may be the new one.
      const state = readStoreState(file) ?? { ...facts, revision: 0 };
      await writeStoreState(file, { ...state, restoring: facts.epoch });
      // A log that stayed would be merged into the new store.
      for (const path of former.filter((each) => each !== file)) rmSync(path);
      await syncPath(dirname(file));
      renameSync(buildingFile, file);
      // The new store is in place: what fails now must not pass for a restore that did not take place.
      await syncPath(dirname(file)).catch(() => undefined);
      await writeStoreState(file, facts).catch(() => undefined);
    },
    async close() {
      building?.close();
      lock.release();
    },
  };
}
