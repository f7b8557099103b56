import { type Compilable, CompiledQuery, type QueryResult } from 'kysely';
import type { Handle } from './tables.ts';

/** Stands for the value of one argument while a query is put together. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Runs the query with these values. */
export type Prepared<Values extends object, Row> = (
  db: Handle,
  values: Values,
) => Promise<QueryResult<Row>>;

/**
 * A query that is put together once per engine and then only filled in. Putting one together costs
 * several times what the embedded engine takes to run it, so what every intake needs is prepared.
 *
 * Constants belong in it as literals (`sql.lit`): SQLite plans a statement anew whenever a bound
 * value changes that its plan depends on, such as a limit.
 *
 * @param build gets stand-ins for the values; it must not look at them
 */
export function prepared<Values extends object, Row = unknown>(
  build: (db: Handle, values: Values) => Compilable<Row>,
): Prepared<Values, Row> {
  // The adapter is one per engine and connection pool; transactions share their pool's.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const placeholders = new Proxy({} as Values, {
    get: (_target, name) => new Placeholder(String(name)),
  });
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, placeholders).compile();
      compiled.set(adapter, query);
    }
    return db.executeQuery(
      CompiledQuery.raw(
        query.sql,
        query.parameters.map((parameter) =>
          parameter instanceof Placeholder
            ? (values as Record<string, unknown>)[parameter.name]
            : parameter,
        ),
      ) as CompiledQuery<Row>,
    );
  };
}
