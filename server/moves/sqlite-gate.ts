import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { catalogAt } from '../backups/catalog.ts';
import { BackupFailure } from '../backups/failure.ts';
import { photoHomeKey } from '../backups/manifest.ts';
import {
  refusalOf,
  refusalTrigger,
  refusalWords,
  type StoreNote,
  storeNoteInSqlite,
} from '../database/closing.ts';
import { takeMoveAlone, takeStoreAlone } from '../database/store-lock.ts';
import { type AlsoNoted, anotherMove, notedSettings, type StoreGate } from './gate.ts';

/** A busy shop commits one group after the other: a gap between them comes, but not at once. */
const patienceMs = 60_000;

const operations = ['insert', 'update', 'delete'] as const;

function presentTables(database: DatabaseSync): Set<string> {
  const rows = database.prepare("select name from sqlite_master where type = 'table'").all();
  return new Set(rows.map(({ name }) => String(name)));
}

function write(database: DatabaseSync, key: string, value: string): void {
  database
    .prepare(
      'insert into settings (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
    )
    .run(key, value);
}

function openUp(database: DatabaseSync): void {
  const triggers = database
    .prepare("select name from sqlite_master where type = 'trigger' and name glob ?")
    .all(`${refusalTrigger}_*`);
  for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
}

function closeUp(database: DatabaseSync, word: string, tables: readonly string[]): void {
  for (const table of tables) {
    for (const operation of operations) {
      database.exec(
        `create trigger "${refusalTrigger}_${operation}_${table}" before ${operation} on "${table}"
         begin select raise(abort, '${word}'); end`,
      );
    }
  }
}

export function openSqliteGate(file: string, isMove: boolean): StoreGate {
  // Asking must not make a store where there is none.
  const isThere = existsSync(file);
  const lock = isMove && isThere ? takeMoveAlone(file) : null;
  if (isMove && isThere && lock === null) throw new BackupFailure(anotherMove);
  const database = new DatabaseSync(isThere ? file : ':memory:', { timeout: patienceMs });

  async function set(note: StoreNote | null, also?: AlsoNoted): Promise<void> {
    const own = (await catalogAt()).map(({ name }) => name);
    database.exec('begin immediate');
    try {
      if (note !== null) openUp(database);
      for (const [key, value] of notedSettings(note, also)) write(database, key, value);
      if (note !== null && note.state !== 'open') {
        const present = presentTables(database);
        const tables = own.filter((name) => present.has(name));
        closeUp(database, refusalWords[refusalOf(note.state)], tables);
      }
      database.exec('commit');
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }

  return {
    note: async () => storeNoteInSqlite(database),
    async photoHome() {
      if (!presentTables(database).has('settings')) return null;
      const row = database.prepare('select value from settings where key = ?').get(photoHomeKey);
      return row === undefined ? null : String(row.value);
    },
    set,
    async setAlone(note, also) {
      const alone = takeStoreAlone(file);
      if (alone === null) return false;
      try {
        await set(note, also);
      } finally {
        alone.release();
      }
      return true;
    },
    async textsUnderWay() {
      const row = database
        .prepare("select count(*) as count from messages where state = 'sending'")
        .get();
      return Number(row?.count);
    },
    async close() {
      database.close();
      lock?.release();
    },
  };
}
