import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Handle } from '../../server/database/tables.ts';
import { catalogAt } from '../../server/shop/backups/engine.ts';
import { leftOutTables } from '../../server/shop/backups/manifest.ts';

/** They count up automatically, in the order in which the rows are stored. */
const counted = new Set(['events id', 'changes revision']);

/** This many rows go in one statement. */
const rowsAtOnce = 2000;

/**
 * Copies a shop from SQLite to PostgreSQL. Living through three years there would take many times as
 * long: each of a hundred thousand small transactions asks the server several times.
 *
 * @param file of the SQLite database, which nobody has open
 * @param progressOf total → the function that is called with how many rows have been copied
 */
export async function copyInto(
  tx: Handle,
  file: string,
  progressOf: (total: number) => (done: number) => void,
): Promise<void> {
  // In the catalog each table comes after those that its rows refer to.
  const tables = (await catalogAt())
    .map(({ name }) => name)
    .filter((name) => !leftOutTables.includes(name));
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    const countOf = (table: string) =>
      Number(source.prepare(`select count(*) as rows from ${table}`).get()?.rows);
    const total = tables.reduce((sum, table) => sum + countOf(table), 0);
    const progress = progressOf(total);
    let done = 0;
    for (const table of tables) {
      const page = source.prepare(`select * from ${table} order by rowid limit ? offset ?`);
      for (let from = 0; ; from += rowsAtOnce) {
        const rows = page.all(rowsAtOnce, from);
        const [first] = rows;
        if (first === undefined) break;
        const columns = Object.keys(first).filter((name) => !counted.has(`${table} ${name}`));
        const list = sql.join(columns.map((name) => sql.ref(name)));
        await sql`insert into ${sql.table(table)} (${list})
          select ${list} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
          tx,
        );
        done += rows.length;
        progress(done);
      }
    }
  } finally {
    source.close();
  }
}
