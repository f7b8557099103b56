import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { catalogAt } from '../../server/shop/backups/engine.ts';
import { leftOutTables } from '../../server/shop/backups/manifest.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A look into the database, bypassing the product: what is really stored. */
export interface StoredRows {
  run(statement: string, ...values: (string | number | null)[]): Promise<Row[]>;
  counts(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** Sessions and login attempts come and go as people log in and out, not with the shop's data. */
const counted = catalogAt().then((tables) =>
  tables
    .filter(({ name }) => !leftOutTables.includes(name))
    .map(({ name }) => `(select count(*) from ${name}) as ${name}`)
    .join(', '),
);

function countsBy(run: StoredRows['run']): StoredRows['counts'] {
  return async () => {
    const columns = await counted;
    const [row = {}] = await run(`select ${columns}`);
    return Object.fromEntries(Object.entries(row).map(([table, count]) => [table, Number(count)]));
  };
}

export function rowsInSqlite(file: string): StoredRows {
  const database = new DatabaseSync(file, { timeout: 5000 });
  const run: StoredRows['run'] = async (statement, ...values) =>
    database
      .prepare(statement)
      .all(...(values as SQLInputValue[]))
      .map((row) => ({ ...row }));
  return { run, counts: countsBy(run), close: async () => database.close() };
}

export async function rowsInPostgres(url: string): Promise<StoredRows> {
  const client = new pg.Client({ connectionString: url });
  // A test may take the server away from all of its clients.
  client.on('error', () => undefined);
  await client.connect();
  const run: StoredRows['run'] = async (statement, ...values) => {
    let index = 0;
    const numbered = statement.replaceAll('?', () => {
      index += 1;
      return `$${index}`;
    });
    return (await client.query(numbered, values)).rows;
  };
  return { run, counts: countsBy(run), close: () => client.end() };
}
