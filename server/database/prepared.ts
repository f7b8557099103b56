import { hash } from 'node:crypto';
import { type Compilable, CompiledQuery, type QueryResult } from 'kysely';
import type { Handle } from './tables.ts';

/** Of the few statements that are run again and again; every process gives a statement the same name. */
const names = new Map<string, string>();

/** @returns the name that PostgreSQL keeps a statement under; undefined for one that is not kept */
export const preparedName = (text: string): string | undefined => names.get(text);

/** Stands for a value, or one of a list, while a query is built. */
class Placeholder {
  readonly name: string;
  readonly index: number | null;

  constructor(name: string, index: number | null = null) {
    this.name = name;
    this.index = index;
  }

  read(values: object): unknown {
    const value = (values as Record<string, unknown>)[this.name];
    return this.index === null ? value : (value as unknown[])[this.index];
  }
}

function standIns<Values extends object>(values: Values, splitsLists: boolean): Values {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      splitsLists && Array.isArray(value)
        ? value.map((_, index) => new Placeholder(name, index))
        : new Placeholder(name),
    ]),
  ) as Values;
}

/** What the text of a query with a form depends on: the form, which values there are, and how many of each. */
const formKey = (form: object, values: object) =>
  JSON.stringify([
    form,
    Object.entries(values).map(
      ([name, value]) => value !== undefined && [name, Array.isArray(value) ? value.length : 1],
    ),
  ]);

/** Runs the query with these values, in this form. */
export type Prepared<Values extends object, Row, Form extends object> = (
  db: Handle,
  values: Values,
  form?: Form,
) => Promise<QueryResult<Row>>;

/** More forms of one query than the screens ever use. */
const keptForms = 500;

/**
 * A query that is built once per engine and then only filled in. Building one costs
 * several times what the embedded engine takes to run it, so what every intake needs is prepared.
 *
 * Constants belong in it as literals (`sql.lit`): SQLite plans a statement again whenever a bound
 * value changes that its plan depends on, such as a limit.
 *
 * @param build gets stand-ins for the values of the first call; every call gives the same names. It must not
 *   look at the values. With a form, which is what else the text depends on, values may be left out, and
 *   lists have as many stand-ins as values. PostgreSQL keeps no plan of such a query: its best one may depend
 *   on the values
 */
export function prepared<Values extends object, Row = unknown, Form extends object = never>(
  build: (db: Handle, values: Values, form: Form) => Compilable<Row>,
): Prepared<Values, Row, Form> {
  // The adapter is one per engine and connection pool; transactions share their pool's.
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return (db, values, form) => {
    const { adapter } = db.getExecutor();
    const key = form === undefined ? '' : formKey(form, values);
    let forms = compiled.get(adapter);
    if (forms === undefined || forms.size > keptForms) {
      forms = new Map();
      compiled.set(adapter, forms);
    }
    let query = forms.get(key);
    if (!query) {
      query = build(db, standIns(values, form !== undefined), form as Form).compile();
      forms.set(key, query);
      if (form === undefined) {
        names.set(query.sql, hash('sha256', query.sql, 'base64url').slice(0, 16));
      }
    }
    const filled = CompiledQuery.raw(
      query.sql,
      query.parameters.map((parameter) =>
        parameter instanceof Placeholder ? parameter.read(values) : parameter,
      ),
    ) as CompiledQuery<Row>;
    return db.executeQuery(filled);
  };
}
