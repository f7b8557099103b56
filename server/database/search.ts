import { type Expression, type SqlBool, sql } from 'kysely';
import {
  type Generations,
  generationsOf,
  indexTable,
  type Run,
  rowId,
  type SearchEngine,
  type SearchedTable,
  type Wanted,
} from './search-index.ts';
import type { Handle } from './tables.ts';

/** Up to so many rows that pass the filters, each of them is read: as quick as a search in a small shop. */
const fewRows = 1000;

/** The condition that a search column contains a term; both are in their searchable form. */
function containsText(column: string, term: string): Expression<SqlBool> {
  const escaped = term.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return sql<SqlBool>`${sql.ref(column)} like ${`%${escaped}%`} escape '\\'`;
}

export interface Search {
  terms: readonly string[];
  /** What a row must always pass, such as not being deleted; the row goes by the table's name. */
  base: Expression<SqlBool>;
  /** What the user chose besides. */
  filters: readonly Expression<SqlBool>[];
  /** The id at the cursor: only rows with smaller ones. */
  below: string | undefined;
  limit: number;
}

const all = (conditions: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/** The ids of the rows that pass the filters, where they are few; null where they are not. */
async function fewFiltered(
  db: Handle,
  table: SearchedTable,
  { base, filters }: Search,
): Promise<string[] | null> {
  if (filters.length === 0) return null;
  const passing = sql`select ${rowId(table)} as id from ${sql.table(table.rows)}
    where ${all([base, ...filters])} limit ${sql.lit(fewRows + 1)}`;
  const counted = await sql<{ count: number }>`select count(*) as count
    from (${passing}) as passing`.execute(db);
  if ((counted.rows[0]?.count ?? 0) > fewRows) return null;
  const { rows } = await sql<{ id: string }>`${passing}`.execute(db);
  return rows.length > fewRows ? null : rows.map(({ id }) => id);
}

async function amongThese(db: Handle, table: SearchedTable, ids: string[], wanted: Wanted) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`select ${rowId(table)} as id
    from ${sql.table(table.rows)} where ${rowId(table)} in (${sql.join(ids)})
      and ${wanted.condition}
    order by ${rowId(table)} desc limit ${sql.lit(wanted.limit)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Rows that are not in the index yet. */
async function amongDue(db: Handle, engine: SearchEngine, table: SearchedTable, wanted: Wanted) {
  const { rows } = await sql<{ id: string }>`select due.id
    from ${indexTable(table, 'due')} as due ${engine.rowsOf(table, 'due.id')}
    where ${wanted.condition}
    order by due.id desc limit ${sql.lit(wanted.limit)}`.execute(db);
  return rows.map(({ id }) => id);
}

const newestFirst = (one: string, other: string) => (one < other ? 1 : one > other ? -1 : 0);

/** The ids of the first rows that contain all terms and pass everything else, newest first. */
export async function searchNewest(
  db: Handle,
  engine: SearchEngine,
  table: SearchedTable,
  search: Search,
): Promise<string[]> {
  const { terms, base, filters, below, limit } = search;
  const contained = terms.map((term) => containsText(`${table.rows}.search_text`, term));
  const before = below === undefined ? [] : [sql<SqlBool>`${rowId(table)} < ${below}`];
  const condition = all([base, ...filters, ...before, ...contained]);
  const wanted: Wanted = { terms, condition, below, limit };
  const few = await fewFiltered(db, table, search);
  if (few !== null) return amongThese(db, table, few, wanted);
  // Rows may have moved from what is read later to what was read before: then all is read again.
  for (;;) {
    // First what is due: whatever is indexed meanwhile is then found in the index.
    const due = await amongDue(db, engine, table, wanted);
    const before = await generationsOf(db, table);
    const found = await withIndexed(db, engine, table, wanted, before, due);
    const after = await generationsOf(db, table);
    if (nameOf(before) === nameOf(after)) return found;
  }
}

/** Changes when rows begin to move, when a run has lost all of its own, and when none are left. */
const nameOf = ({ current, older }: Generations) =>
  [current, ...older.map(({ run }) => run)].join(' ');

async function withIndexed(
  db: Handle,
  engine: SearchEngine,
  table: SearchedTable,
  wanted: Wanted,
  { runs, older }: Generations,
  due: string[],
): Promise<string[]> {
  const { limit } = wanted;
  let found = due;
  const addFrom = async (these: readonly Run[]) => {
    for (const run of these) {
      const last = found.length < limit ? undefined : found.at(-1);
      if (last !== undefined && run.last_id < last) continue;
      const more = await engine.newest(db, table, run, wanted);
      found = [...new Set([...found, ...more])].sort(newestFirst).slice(0, limit);
    }
  };
  if (older.length === 0) {
    await addFrom(runs);
    return found;
  }
  // What rows leave, and only then how far the runs go that they arrive in.
  await addFrom(older);
  await addFrom((await generationsOf(db, table)).runs);
  return found;
}
