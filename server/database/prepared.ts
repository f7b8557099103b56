import { type Compilable, CompiledQuery, type QueryResult } from 'kysely';
import type { Handle } from './tables.ts';

/** What runs a query without the query builder's layers around it, which cost as much as running it. */
export interface StraightConnection {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/** The one connection of a handle that has only one, by the adapter of its query builder. */
const straight = new WeakMap<object, StraightConnection>();

/** Has prepared queries on handles with this adapter go to the connection at once. */
export function goStraight(adapter: object, connection: StraightConnection): void {
  straight.set(adapter, connection);
}

const preparedTexts = new Set<string>();

/** Whether a statement is one of the few that are run again and again. */
export const isPrepared = (text: string): boolean => preparedTexts.has(text);

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
 * @param build gets stand-ins for the values of the first call, whose names every call gives; it
 *   must not look at them
 */
export function prepared<Values extends object, Row = unknown>(
  build: (db: Handle, values: Values) => Compilable<Row>,
): Prepared<Values, Row> {
  // The adapter is one per engine and connection pool; transactions share their pool's.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      const names = Object.keys(values).map((name) => [name, new Placeholder(name)]);
      query = build(db, Object.fromEntries(names)).compile();
      compiled.set(adapter, query);
      preparedTexts.add(query.sql);
    }
    const filled = CompiledQuery.raw(
      query.sql,
      query.parameters.map((parameter) =>
        parameter instanceof Placeholder
          ? (values as Record<string, unknown>)[parameter.name]
          : parameter,
      ),
    ) as CompiledQuery<Row>;
    return straight.get(adapter)?.executeQuery(filled) ?? db.executeQuery(filled);
  };
}
