import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import { keptChanges } from '../../server/database/changes.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import type { ShopRows } from './books.ts';

/**
 * Rows go into a store without going through the product, but with its own migrations, triggers and
 * keys at work.
 */

type Row = Readonly<Record<string, SQLInputValue>>;
type Insert = (table: string, rows: readonly Row[]) => Promise<void>;

const columnsOf = (rows: readonly Row[]) => [...new Set(rows.flatMap(Object.keys))];

async function fill(days: Iterable<ShopRows>, insert: Insert, commit: () => Promise<void>) {
  /** The product keeps only so many of the newest changes. */
  let kept: ShopRows['changes'] = [];
  let sinceCommit = 0;
  for (const { changes, ...rows } of days) {
    kept = [...kept.slice(-keptChanges), ...changes];
    for (const [table, some] of Object.entries(rows)) {
      if (some.length > 0) await insert(table, some as unknown as Row[]);
    }
    sinceCommit += rows.events.length;
    if (sinceCommit < 10_000) continue;
    await commit();
    sinceCommit = 0;
  }
  await insert('changes', kept.slice(-keptChanges) as unknown as Row[]);
  await commit();
}

/** @param file of a new database; nothing is synced before the end, since an unfinished file is of no use */
export async function fillSqlite(file: string, days: Iterable<ShopRows>): Promise<void> {
  await (await openSqlite(file)).close();
  const database = new DatabaseSync(file);
  database.exec(`
    pragma locking_mode = exclusive;
    pragma journal_mode = memory;
    pragma synchronous = off;
    pragma foreign_keys = on;
    pragma cache_size = -1000000;
    begin;
  `);
  const statements = new Map<string, StatementSync>();
  await fill(
    days,
    async (table, rows) => {
      const columns = columnsOf(rows);
      const values = columns.map(() => '?');
      const text = `insert into ${table} (${columns}) values (${values})`;
      const statement = statements.get(text) ?? database.prepare(text);
      statements.set(text, statement);
      for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null));
    },
    async () => database.exec('commit; begin'),
  );
  database.exec('commit; analyze');
  database.close();
  // Leaves the file as the product does: in WAL, with everything on disk.
  await (await openSqlite(file)).close();
}

/** @param url the address of an empty database */
export async function fillPostgres(url: string, days: Iterable<ShopRows>): Promise<void> {
  const log = { warn: (_details: unknown, message?: string) => console.warn(message) };
  await (await openPostgres(url, log)).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Built after all rows are in, they take a fraction of the time that they take row by row.
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where indexdef like '%USING gin%'`,
    );
    for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
    await client.query('set synchronous_commit = off; begin');
    await fill(
      days,
      async (table, rows) => {
        const columns = columnsOf(rows).join();
        // As JSON, which the server takes apart much faster than parameters.
        const from = `json_populate_recordset(null::${table}, $1::json)`;
        const text = `insert into ${table} (${columns}) select ${columns} from ${from}`;
        await client.query({ text, values: [JSON.stringify(rows)] });
      },
      async () => void (await client.query('commit; begin')),
    );
    await client.query('commit');
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
