import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { openSqlite } from '../../server/database/sqlite.ts';
import { columns, tableNames } from './columns.ts';
import type { ShopRows } from './ledger.ts';

/** In one transaction: few enough that its pages stay in memory. */
const ticketsAtOnce = 1_000;

/**
 * Makes a store: the product's own migrations, then every row past the product, triggers and foreign
 * keys at work. Nothing is synced on the way: a store that was not finished is thrown away.
 *
 * @param progress hears how many tickets are stored
 */
export async function fillSqlite(
  file: string,
  days: Iterable<ShopRows>,
  progress: (tickets: number) => void,
): Promise<void> {
  await (await openSqlite(file)).close();
  const database = new DatabaseSync(file);
  database.exec(`
    pragma locking_mode = exclusive;
    pragma journal_mode = memory;
    pragma synchronous = off;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -1500000;
  `);
  const inserts = tableNames.map((name) => {
    const names: readonly string[] = columns[name];
    const sql = `insert into ${name} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`;
    return { name, names, statement: database.prepare(sql) };
  });
  let tickets = 0;
  let inTransaction = 0;
  database.exec('begin');
  for (const rows of days) {
    for (const { name, names, statement } of inserts) {
      for (const row of rows[name]) {
        const values = row as unknown as Record<string, SQLInputValue>;
        statement.run(...names.map((column) => values[column] ?? null));
      }
    }
    tickets += rows.repair_tickets.length;
    inTransaction += rows.repair_tickets.length;
    if (inTransaction >= ticketsAtOnce) {
      database.exec('commit; begin');
      inTransaction = 0;
      progress(tickets);
    }
  }
  database.exec('commit');
  if (inTransaction > 0) progress(tickets);
  database.exec('analyze');
  database.close();
  // Leaves the file as the product does: in WAL, with everything on disk.
  await (await openSqlite(file)).close();
}
