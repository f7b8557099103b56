import { DatabaseSync } from 'node:sqlite';
import { columns, tableNames } from './columns.ts';
import { openLedger, type ShopRows } from './ledger.ts';

const weekMs = 7 * 24 * 60 * 60_000;

/** What says when a row of each table was made. */
const timeColumns: Record<keyof ShopRows, string> = {
  clients: 'created_at',
  repair_tickets: 'created_at',
  estimates: 'created_at',
  messages: 'created_at',
  phones: 'opted_out_at',
  events: 'at',
  changes: 'at',
};

/**
 * The rows of a store that was filled by `fillSqlite`, some weeks at a time and in the order in which
 * they were stored: filling another one with them is quicker than making them up again.
 */
export function* storedDays(file: string): Generator<ShopRows> {
  const database = new DatabaseSync(file, { readOnly: true });
  const readers = tableNames.map((name) => {
    const sql = `select ${columns[name].join(', ')} from ${name} order by rowid`;
    const iterator = database.prepare(sql).iterate()[Symbol.iterator]();
    return { name, time: timeColumns[name], iterator, next: iterator.next() };
  });
  try {
    let until = '';
    while (readers.some(({ next }) => next.done !== true)) {
      const rows = openLedger().rows;
      for (const reader of readers) {
        while (reader.next.done !== true) {
          const row = reader.next.value as Record<string, unknown>;
          const at = String(row[reader.time] ?? '');
          if (until === '' && reader.name === 'clients') until = weekAfter(at);
          if (at > until) break;
          (rows[reader.name] as unknown[]).push(row);
          reader.next = reader.iterator.next();
        }
      }
      yield rows;
      until = weekAfter(until);
    }
  } finally {
    database.close();
  }
}

const weekAfter = (at: string) => new Date(Date.parse(at) + weekMs).toISOString();
