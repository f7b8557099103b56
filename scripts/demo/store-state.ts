import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { type Config, dataFiles } from '../../server/base/config.ts';

/** What a store holds, found out without changing anything in it: not even its tables are made. */
export type StoreState =
  | { kind: 'new' }
  /** Filled by this very program. `made` is what {@link demoSetting} says. */
  | { kind: 'demo'; made: string }
  /** Holds a shop's own data: at least one of these tables has rows. */
  | { kind: 'in-use'; tables: string[] };

/** Under this key of the settings a filled store says that nothing in it is real. */
export const demoSetting = 'demo';

/** A shop that was started once has a password in its settings, so it counts as in use. */
const telling = ['clients', 'repair_tickets', 'estimates', 'messages', 'events', 'settings'];

type Ask = (statement: string) => Promise<Record<string, unknown>[]>;

async function judge(ask: Ask, tableNames: string): Promise<StoreState> {
  const existing = (await ask(tableNames)).map(({ name }) => String(name));
  const tables: string[] = [];
  for (const table of telling.filter((name) => existing.includes(name))) {
    if ((await ask(`select 1 from ${table} limit 1`)).length > 0) tables.push(table);
  }
  if (tables.length === 0) return { kind: 'new' };
  const [demo] = tables.includes('settings')
    ? await ask(`select value from settings where key = '${demoSetting}'`)
    : [];
  return demo ? { kind: 'demo', made: String(demo.value) } : { kind: 'in-use', tables };
}

async function inPostgres(url: string): Promise<StoreState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await judge(
      async (statement) => (await client.query(statement)).rows,
      'select table_name as name from information_schema.tables where table_schema = current_schema()',
    );
  } finally {
    await client.end();
  }
}

async function inSqlite(file: string): Promise<StoreState> {
  if (!existsSync(file)) return { kind: 'new' };
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return await judge(
      async (statement) => database.prepare(statement).all(),
      "select name from sqlite_master where type = 'table'",
    );
  } finally {
    database.close();
  }
}

export function storeState({ databaseUrl, dataDir }: Config): Promise<StoreState> {
  return databaseUrl === null ? inSqlite(dataFiles.database(dataDir)) : inPostgres(databaseUrl);
}
