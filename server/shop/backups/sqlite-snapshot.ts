import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { holdStore } from '../../database/store-lock.ts';
import type { FrozenStore, Row } from './engine.ts';
import { BackupFailure } from './failure.ts';

const batchRows = 200;

/** One read transaction: in WAL mode it sees one moment and holds up no writer. */
export function freezeSqlite(file: string): FrozenStore {
  if (!existsSync(file)) {
    throw new BackupFailure(`There is nothing to back up: ${file} is not there.`);
  }
  const lock = holdStore(file);
  const database = new DatabaseSync(file, { timeout: 5000 });
  const ask = (statement: string): Row[] => database.prepare(statement).all();
  try {
    database.exec('pragma query_only = on; begin');
    // The moment is that of the first look, not of the beginning.
    ask('select count(*) from sqlite_master');
  } catch (error) {
    database.close();
    lock.release();
    throw error;
  }
  const tableNames = async () =>
    ask("select name from sqlite_master where type = 'table'").map(({ name }) => String(name));
  return {
    engine: 'sqlite',
    ask: async (statement) => ask(statement),
    async *batches(statement) {
      let batch: Row[] = [];
      for (const row of database.prepare(statement).iterate()) {
        batch.push(row);
        if (batch.length < batchRows) continue;
        yield batch;
        batch = [];
        // This engine answers at once: others in the process want to be served meanwhile.
        await setImmediate();
      }
      if (batch.length > 0) yield batch;
    },
    tableNames,
    async counters() {
      if (!(await tableNames()).includes('sqlite_sequence')) return {};
      const rows = ask('select name, seq from sqlite_sequence');
      return Object.fromEntries(rows.map(({ name, seq }) => [String(name), Number(seq)]));
    },
    async close() {
      database.close();
      lock.release();
    },
  };
}
