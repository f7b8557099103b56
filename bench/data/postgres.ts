import pg from 'pg';
import { openPostgres } from '../../server/database/postgres.ts';
import { columns, tableNames } from './columns.ts';
import type { ShopRows } from './ledger.ts';

/** As many rows go to the server in one statement. */
const rowsAtOnce = 4_000;
const rowsInATransaction = 100_000;

/**
 * Makes a store in an empty database, as `fillSqlite` does. Rows go as JSON, which the server takes
 * apart much faster than it takes parameters.
 *
 * @param url the address of the database
 * @param progress hears how many tickets are stored
 */
export async function fillPostgres(
  url: string,
  days: Iterable<ShopRows>,
  progress: (tickets: number) => void,
): Promise<void> {
  const log = { warn: (_details: unknown, message?: string) => console.warn(message) };
  await (await openPostgres(url, log)).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const waiting = new Map(tableNames.map((name) => [name, [] as object[]]));

  async function store(least: number): Promise<void> {
    for (const name of tableNames) {
      const rows = waiting.get(name) ?? [];
      while (rows.length > 0 && rows.length >= least) {
        const list = columns[name].join(', ');
        await client.query({
          name: `fill ${name}`,
          text: `insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, $1::json)`,
          values: [JSON.stringify(rows.splice(0, rowsAtOnce))],
        });
      }
    }
  }

  try {
    await client.query('set synchronous_commit = off; begin');
    let tickets = 0;
    let inTransaction = 0;
    for (const rows of days) {
      for (const name of tableNames) waiting.get(name)?.push(...rows[name]);
      tickets += rows.repair_tickets.length;
      inTransaction += tableNames.reduce((sum, name) => sum + rows[name].length, 0);
      if (inTransaction < rowsInATransaction) continue;
      // All of it: what waits in one table may be named by another.
      await store(0);
      await client.query('commit');
      await client.query('begin');
      inTransaction = 0;
      progress(tickets);
    }
    await store(0);
    await client.query('commit');
    if (inTransaction > 0) progress(tickets);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
