import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, PostgresDriver, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { postgresDialect } from '../../database/dialect.ts';
import { migrate } from '../../database/migrate.ts';
import { postgresTypes } from '../../database/postgres-pool.ts';
import { storeEpochKey } from '../../database/settings.ts';
import {
  applicationName,
  postgresRestoreLock,
  postgresStoreLock,
} from '../../database/store-lock.ts';
import {
  catalogAt,
  type FrozenStore,
  type RestoreLock,
  type RestoreTarget,
  type Row,
  storeIsInUse,
} from './engine.ts';
import { countedTables } from './manifest.ts';
import { BackupFailure } from './reports.ts';

const fetchRows = 500;

const askAgainMs = 1000;

/** Not the product's name: a process that makes a backup does not serve the shop. */
const backupConnection = 'watch-repair-backup';

const migrationTables: readonly string[] = ['kysely_migration', 'kysely_migration_lock'];

const clientAt = (url: string) =>
  new pg.Client({
    connectionString: url,
    types: postgresTypes,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: backupConnection,
  });

/** A connection within a transaction that may take as long as it needs. */
async function connect(url: string, begin: string): Promise<pg.Client> {
  const client = clientAt(url);
  // The query that an error happens to reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(begin);
    // A slow disk must not look like a forgotten transaction.
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('set local statement_timeout = 0');
    return client;
  } catch (error) {
    await end(client);
    throw error;
  }
}

const end = (client: pg.Client) => client.end().catch(() => undefined);

/** @returns null while another process restores a backup */
export async function takePostgresRestoreLock(url: string): Promise<RestoreLock | null> {
  const client = clientAt(url);
  let isHeld = true;
  client.on('error', () => {
    isHeld = false;
  });
  await client.connect();
  const { rows } = await client.query(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_mine',
    [postgresRestoreLock],
  );
  if (rows[0]?.is_mine === true) return { isHeld: () => isHeld, release: () => end(client) };
  await end(client);
  return null;
}

async function tableNamesIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = current_schema()',
  );
  return rows.map(({ name }) => name);
}

interface CountingColumn {
  table: string;
  column: string;
  sequence: string;
}

/** The columns that count up automatically, of all tables in the schema. */
async function countingColumns(client: pg.Client): Promise<CountingColumn[]> {
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
  const client = await connect(url, 'begin isolation level repeatable read, read only');
  const ask = async (statement: string): Promise<Row[]> => (await client.query(statement)).rows;
  return {
    engine: 'postgres',
    db: kyselyWithin(client),
    ask,
    async *batches(table) {
      await ask(`declare backup_rows no scroll cursor for select * from "${table}"`);
      for (;;) {
        const rows = await ask(`fetch ${fetchRows} from backup_rows`);
        if (rows.length > 0) yield rows;
        if (rows.length < fetchRows) break;
      }
      await ask('close backup_rows');
    },
    tableNames: () => tableNamesIn(client),
    async counters() {
      const counters: Record<string, number> = {};
      for (const { table, sequence } of await countingColumns(client)) {
        const [row] = await ask(`select last_value, is_called from ${sequence}`);
        counters[table] = row?.is_called === true ? Number(row.last_value) : 0;
      }
      return counters;
    },
    close: () => end(client),
  };
}

/** A query builder whose own transactions are part of the one that has begun. */
function kyselyWithin<Tables>(client: pg.Client): Kysely<Tables> {
  const nothing = async () => undefined;
  const query: unknown = client.query.bind(client);
  const connection = { query, release: () => undefined } as PostgresPoolClient;
  const pool = { connect: async () => connection, end: nothing };
  class WithinDriver extends PostgresDriver {
    override beginTransaction = nothing;
    override commitTransaction = nothing;
    override rollbackTransaction = nothing;
  }
  class WithinDialect extends PostgresDialect {
    override createDriver = () => new WithinDriver({ pool });
  }
  return new Kysely<Tables>({ dialect: new WithinDialect({ pool }) });
}

/** Whether a product or a restore is using the store; if not, nobody can begin to during this transaction. */
async function isInUse(client: pg.Client): Promise<boolean> {
  const lock = await client.query(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_mine',
    [postgresStoreLock],
  );
  if (lock.rows[0]?.is_mine !== true) return true;
  // A product that has just lost the connection that holds its lock still has others.
  const others = await client.query(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [applicationName],
  );
  return Number(others.rows[0]?.count) > 0;
}

/**
 * Whether a store whose commit got no answer is in force. Nobody knows that before the server has ended the
 * connection, and nothing else can be done: a database that is away is asked again until it is back.
 */
async function isInForce(url: string, store: { pid: number; epoch: string }): Promise<boolean> {
  for (;;) {
    try {
      return await askInForce(url, store);
    } catch {
      await sleep(askAgainMs);
    }
  }
}

async function askInForce(
  url: string,
  { pid, epoch }: { pid: number; epoch: string },
): Promise<boolean> {
  const client = await connect(url, 'begin');
  try {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and application_name = $2',
      [pid, backupConnection],
    );
    // The other connection holds it alone until its end.
    await client.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [
      postgresStoreLock,
    ]);
    if (!(await tableNamesIn(client)).includes('settings')) return false;
    const { rows } = await client.query('select 1 from settings where key = $1 and value = $2', [
      storeEpochKey,
      epoch,
    ]);
    return rows.length > 0;
  } finally {
    await end(client);
  }
}

/**
 * Everything happens in one transaction: if it ends before the commit, the old rows stay.
 *
 * @throws BackupFailure when the store is in use
 */
export async function openPostgresTarget(url: string): Promise<RestoreTarget> {
  const client = await connect(url, 'begin');
  const db = kyselyWithin<unknown>(client);
  try {
    if (await isInUse(client)) throw new BackupFailure(storeIsInUse);
  } catch (error) {
    await end(client);
    throw error;
  }

  async function presentTables(): Promise<string[]> {
    const own = [...(await catalogAt()).map(({ name }) => name), ...migrationTables];
    return (await tableNamesIn(client)).filter((name) => own.includes(name));
  }

  return {
    async former() {
      const occupied: string[] = [];
      for (const name of await presentTables()) {
        if ([...migrationTables, ...countedTables].includes(name)) continue;
        const { rowCount } = await client.query(`select 1 from "${name}" limit 1`);
        if ((rowCount ?? 0) > 0) occupied.push(name);
      }
      return { occupied };
    },
    async begin(level) {
      for (const name of await presentTables()) await client.query(`drop table "${name}" cascade`);
      await migrate(db, postgresDialect, level);
    },
    async insert({ name, columns }, rows) {
      const list = columns.map((column) => `"${column}"`).join();
      await client.query(
        `insert into "${name}" (${list}) overriding system value
         select ${list} from json_populate_recordset(null::"${name}", $1)`,
        [JSON.stringify(rows)],
      );
    },
    ask: async (statement) => (await client.query(statement)).rows,
    async setCounter(table, value) {
      const counting = (await countingColumns(client)).find((each) => each.table === table);
      if (!counting) return;
      const { rows } = await client.query(
        `select coalesce(max("${counting.column}"), 0) as most from "${table}"`,
      );
      const reached = Math.max(value, Number(rows[0]?.most));
      if (reached > 0) await client.query('select setval($1, $2)', [counting.sequence, reached]);
    },
    async migrateUp() {
      await migrate(db, postgresDialect);
    },
    // Counted within the transaction, and the server checks what it commits.
    prove: async () => undefined,
    async commit() {
      const { rows } = await client.query(
        'select pg_backend_pid() as pid, value as epoch from settings where key = $1',
        [storeEpochKey],
      );
      try {
        await client.query('commit');
      } catch (error) {
        if (!(await isInForce(url, rows[0]))) throw error;
      }
    },
    close: () => end(client),
  };
}
