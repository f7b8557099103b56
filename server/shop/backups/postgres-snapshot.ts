import pg from 'pg';
import { postgresTypes } from '../../database/postgres-pool.ts';
import type { FrozenStore, Row } from './engine.ts';

const batchRows = 500;

/** Not the product's name: a process that makes a backup does not serve the shop. */
export const backupConnection = 'watch-repair-backup';

export interface CountingColumn {
  table: string;
  column: string;
  sequence: string;
}

/** The columns that count up by themselves, of all tables in the schema. */
export async function countingColumns(client: pg.Client): Promise<CountingColumn[]> {
  const { rows } = await client.query(
    `select table_name as "table", column_name as "column",
       pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
     from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES'`,
  );
  return rows.filter(({ sequence }) => sequence !== null);
}

/** One transaction that sees one moment, row by row through a cursor. */
export async function freezePostgres(url: string): Promise<FrozenStore> {
  const client = new pg.Client({
    connectionString: url,
    types: postgresTypes,
    connectionTimeoutMillis: 5000,
    application_name: backupConnection,
  });
  // The query that an error happens to reports it.
  client.on('error', () => undefined);
  await client.connect();
  const ask = async (statement: string): Promise<Row[]> => (await client.query(statement)).rows;
  try {
    await ask('begin isolation level repeatable read, read only');
    // A slow disk must not look like a forgotten transaction.
    await ask('set local idle_in_transaction_session_timeout = 0');
    await ask('set local statement_timeout = 0');
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return {
    engine: 'postgres',
    ask,
    async *batches(statement) {
      await ask(`declare backup_rows no scroll cursor for ${statement}`);
      for (;;) {
        const rows = await ask(`fetch ${batchRows} from backup_rows`);
        if (rows.length > 0) yield rows;
        if (rows.length < batchRows) break;
      }
      await ask('close backup_rows');
    },
    async tableNames() {
      const rows = await ask(
        'select table_name as name from information_schema.tables where table_schema = current_schema()',
      );
      return rows.map(({ name }) => String(name));
    },
    async counters() {
      const counters: Record<string, number> = {};
      for (const { table, sequence } of await countingColumns(client)) {
        const [row] = await ask(`select last_value, is_called from ${sequence}`);
        counters[table] = row?.is_called === true ? Number(row.last_value) : 0;
      }
      return counters;
    },
    close: () => client.end().catch(() => undefined),
  };
}
