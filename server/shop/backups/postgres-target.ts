import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { postgresDialect } from '../../database/dialect.ts';
import { migrate } from '../../database/migrate.ts';
import { postgresTypes } from '../../database/postgres-pool.ts';
import { applicationName, postgresStoreLock } from '../../database/store-lock.ts';
import { catalogAt } from './catalog.ts';
import { type RestoreTarget, storeIsInUse } from './engine.ts';
import { BackupFailure } from './failure.ts';
import { countedTables } from './manifest.ts';
import { backupConnection, countingColumns } from './postgres-snapshot.ts';

/** Statements of one insert carry so many rows. */
const insertRows = 200;

/** A query builder within a transaction that is not its own: its own are part of that one. */
function kyselyWithin(client: pg.Client): Kysely<unknown> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      const { rows, rowCount } = await client.query(sql, [...parameters]);
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery() {
      throw new Error('Nothing is streamed within a restore');
    },
  };
  const nothing = async () => undefined;
  return new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
}

/** Whether a product or a restore works with the store; else nobody begins to in this transaction. */
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
 * Everything happens in one transaction: if it ends before the commit, the old rows stay.
 *
 * @throws BackupFailure when the store is in use
 */
export async function openPostgresTarget(url: string): Promise<RestoreTarget> {
  const client = new pg.Client({
    connectionString: url,
    types: postgresTypes,
    connectionTimeoutMillis: 5000,
    application_name: backupConnection,
  });
  client.on('error', () => undefined);
  await client.connect();
  const db = kyselyWithin(client);
  try {
    await client.query('begin');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('set local statement_timeout = 0');
    if (await isInUse(client)) throw new BackupFailure(storeIsInUse);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }

  async function presentTables(): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(
      'select table_name as name from information_schema.tables where table_schema = current_schema()',
    );
    const own = [...(await catalogAt()).map(({ name }) => name), ...migrationTables];
    return rows.map(({ name }) => name).filter((name) => own.includes(name));
  }

  return {
    async occupiedTables() {
      const occupied: string[] = [];
      for (const name of await presentTables()) {
        if ([...migrationTables, ...countedTables].includes(name)) continue;
        const { rowCount } = await client.query(`select 1 from "${name}" limit 1`);
        if ((rowCount ?? 0) > 0) occupied.push(name);
      }
      return occupied;
    },
    async begin(level) {
      for (const name of await presentTables()) await client.query(`drop table "${name}" cascade`);
      await migrate(db, postgresDialect, level);
    },
    async insert({ name, columns }, rows) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      for (let from = 0; from < rows.length; from += insertRows) {
        const some = rows.slice(from, from + insertRows);
        const places = some.map(
          (_, row) =>
            `(${columns.map((_column, at) => `$${row * columns.length + at + 1}`).join()})`,
        );
        await client.query(
          `insert into "${name}" (${list}) overriding system value values ${places.join()}`,
          some.flatMap((row) => columns.map((column) => row[column])),
        );
      }
    },
    async countRows(table) {
      const { rows } = await client.query(`select count(*) as count from "${table}"`);
      return Number(rows[0]?.count);
    },
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
    async commit() {
      await client.query('commit');
    },
    // Counted within the transaction; the product may be at work by now.
    prove: async () => undefined,
    async close() {
      await client.end().catch(() => undefined);
    },
  };
}

const migrationTables: readonly string[] = ['kysely_migration', 'kysely_migration_lock'];
