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

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

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

  #prepare(sqlText: string): Prepared {
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

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return (value ?? null) as SQLInputValue;
}

/**
 * Changes of tables are part of a transaction like any other: a start that is cut short leaves
 * nothing half done, and of two at once the second finds the work done.
 */
class AtomicMigrations extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * A query builder on one open connection. Transactions are up to the caller, except for the
 * migrations, which Kysely wraps itself.
 */
export function kyselyOn<Tables>(database: DatabaseSync): Kysely<Tables> {
  const connection = new SqliteConnection(database);
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => database.exec('begin immediate'),
    commitTransaction: async () => database.exec('commit'),
    rollbackTransaction: async () => database.exec('rollback'),
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
