import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

interface Prepared {
  statement: StatementSync;
  /** Of its rows; none for a statement that returns no rows. */
  columns: readonly string[];
}

/** The driver's own objects are without a prototype, which makes a list slower. */
function toRow(columns: readonly string[], cells: readonly unknown[]): unknown {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) {
    row[columns[index] as string] = cells[index];
  }
  return row;
}

/** Prepared statements are kept: preparing costs more than running most of them. */
const keptStatements = 500;

class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sqlText: string): Prepared {
    const known = this.#prepared.get(sqlText);
    if (known) return known;
    const statement = this.#database.prepare(sqlText);
    statement.setReturnArrays(true);
    const columns = statement.columns().map(({ name }) => name);
    const prepared = { statement, columns };
    if (this.#prepared.size >= keptStatements) this.#prepared.clear();
    this.#prepared.set(sqlText, prepared);
    return prepared;
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #prepare: (sqlText: string) => Prepared;

  constructor(prepare: (sqlText: string) => Prepared) {
    this.#prepare = prepare;
  }

  // Runs without a pause from choosing the connection to the last row.
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, columns } = this.#prepare(query.sql);
    const parameters = query.parameters.map(toSqlite);
    if (columns.length > 0) {
      const found = statement.all(...parameters) as unknown as unknown[][];
      return { rows: found.map((cells) => toRow(columns, cells)) as Row[] };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('SQLite answers at once: there is nothing to stream');
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return (value ?? null) as SQLInputValue;
}

/**
 * Changes to tables are part of a transaction like any other: a start that is cut short leaves
 * nothing half done, and of two at once the second finds the work done.
 */
class AtomicMigrations extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function kyselyThrough<Tables>(
  prepare: (sqlText: string) => Prepared,
  exec: (sqlText: string) => void,
): Kysely<Tables> {
  const connection = new SqliteConnection(prepare);
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => exec('begin immediate'),
    commitTransaction: async () => exec('commit'),
    rollbackTransaction: async () => exec('rollback'),
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new AtomicMigrations(),
      createDriver: () => driver,
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });
}

/**
 * A query builder on one open connection. Transactions are up to the caller, except for the
 * migrations, which Kysely wraps itself.
 */
export function kyselyOn<Tables>(database: DatabaseSync): Kysely<Tables> {
  const statements = new Statements(database);
  return kyselyThrough(
    (sqlText) => statements.prepare(sqlText),
    (sqlText) => database.exec(sqlText),
  );
}

/**
 * A query builder that only reads.
 *
 * @param reading chooses the connection of each statement, just before it runs
 */
export function kyselyReading<Tables>(reading: () => DatabaseSync): Kysely<Tables> {
  const statements = new Map<DatabaseSync, Statements>();
  const on = (database: DatabaseSync) => {
    let known = statements.get(database);
    if (known === undefined) {
      known = new Statements(database);
      statements.set(database, known);
    }
    return known;
  };
  return kyselyThrough(
    (sqlText) => {
      if (!/^\s*(select|with)\b/i.test(sqlText)) throw new Error(`This does not read: ${sqlText}`);
      return on(reading()).prepare(sqlText);
    },
    () => {
      throw new Error('Transactions are for what writes');
    },
  );
}
