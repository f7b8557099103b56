import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Handle } from './tables.ts';

/**
 * The search index of a table, beside the table and kept by the database: triggers note each row
 * whose `search_text` is new as due, and take away what is deleted. Rows that are due are searched
 * one by one until so many have gathered that indexing them together pays. See docs/decisions/search-index.md.
 */

export interface SearchedTable {
  readonly rows: 'repair_tickets' | 'clients';
  readonly index: 'search_tickets' | 'search_clients';
}

export const searchedTickets: SearchedTable = { rows: 'repair_tickets', index: 'search_tickets' };
export const searchedClients: SearchedTable = { rows: 'clients', index: 'search_clients' };
export const searchedTables: readonly SearchedTable[] = [searchedTickets, searchedClients];

/** The index's own tables; none of them is part of a backup. */
export const isOfSearchIndex = (table: string) => /^search_/.test(table);

type IndexPart = 'keys' | 'runs' | 'due' | 'postings' | 'parts';

export const indexTable = ({ index }: SearchedTable, part: IndexPart) =>
  sql.table(`${index}_${part}`);

/**
 * Keys of the rows in the order of their ids, as far as rows come in that order, which they do in a
 * shop at work. What comes late, such as old repairs that are imported, begins another run of keys.
 */
export interface Run {
  run: number;
  first_key: number;
  last_key: number;
  last_id: string;
}

/** No shop has so many rows, and no number is too large for a double. */
const keysOfRun = 2 ** 40;

/** Each is searched by itself: with more of them all rows are gathered into runs of a new generation. */
export const mostRuns = 24;

/**
 * Runs are numbered by generation (search-gathering.ts). While there are two of them rows move from the older to the
 * current one, and at the end there is one again: so three numbers, going round, tell which is which.
 */
export const runsOfGeneration = 64;
export const generationCount = 3;

export interface Generations {
  /** The number of the current one; null of an empty index. */
  current: number | null;
  /** Its runs: here rows come in. */
  runs: Run[];
  /** What is left of the one before: from here rows only leave. */
  older: Run[];
}

interface Indexed {
  key: number;
  text: string;
}

export interface Wanted {
  terms: readonly string[];
  /** What a row must pass besides, the terms among it; the row goes by the table's name. */
  condition: Expression<SqlBool>;
  /** Only rows with smaller ids. */
  below: string | undefined;
  limit: number;
}

/** How an engine keeps and searches what it can find a row by. */
export interface SearchEngine {
  /** How many rows are indexed in one transaction while others work. */
  readonly batch: number;
  /** How many are indexed at once where nobody waits. */
  readonly bulk: number;
  /** The words that pass over rows which others are about to change. */
  readonly passOver: RawBuilder<unknown>;
  /**
   * Joins the table's rows one by one to ids that are known: whatever the engine supposes of their
   * number, it must not go through the table.
   */
  rowsOf(table: SearchedTable, id: string): RawBuilder<unknown>;
  /** Makes the tables of the index, empty. */
  create(db: Kysely<unknown>, table: SearchedTable): Promise<void>;
  /** Indexes texts; a key that is indexed already gets the new text. */
  add(tx: Handle, table: SearchedTable, rows: readonly Indexed[]): Promise<void>;
  /** Forgets keys whose rows have another one from now on, as far as that is cheap. */
  forget(tx: Handle, table: SearchedTable, keys: readonly number[]): Promise<void>;
  /** Forgets some of whatever a run without rows has left. @returns whether that was all */
  clearRun(tx: Handle, table: SearchedTable, run: Run): Promise<boolean>;
  /** The ids of the first rows of a run that fit, those with the largest ids first. */
  newest(db: Handle, table: SearchedTable, run: Run, wanted: Wanted): Promise<string[]>;
}

export async function runsOf(db: Handle, table: SearchedTable): Promise<Run[]> {
  const { rows } = await sql<Run>`select run, first_key, last_key, last_id
    from ${indexTable(table, 'runs')} order by last_id desc`.execute(db);
  return rows;
}

const generationOf = ({ run }: Run) => Math.floor(run / runsOfGeneration);

/** The runs by their generation, each in the order of {@link runsOf}. */
export async function generationsOf(db: Handle, table: SearchedTable): Promise<Generations> {
  const all = await runsOf(db, table);
  const known = new Set(all.map(generationOf));
  const current = [...known].find((one) => !known.has((one + 1) % generationCount)) ?? null;
  return {
    current,
    runs: all.filter((run) => generationOf(run) === current),
    older: all.filter((run) => generationOf(run) !== current),
  };
}

/** The largest key of a run that lies before the cursor; null where none does. */
export async function lastKeyBelow(
  db: Handle,
  table: SearchedTable,
  { run, last_key }: Run,
  below: string | undefined,
): Promise<number | null> {
  if (below === undefined) return last_key;
  const { rows } = await sql<{ key: number }>`select key from ${indexTable(table, 'keys')}
    where run = ${run} and id < ${below} order by run desc, id desc limit ${sql.lit(1)}`.execute(
    db,
  );
  return rows[0]?.key ?? null;
}

interface DueRow {
  id: string;
  text: string;
}

/** As far as the rows are still there, in the order of their ids. */
export async function textsOf(
  tx: Handle,
  table: SearchedTable,
  ids: readonly string[],
): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`select id, search_text as text from ${sql.table(table.rows)}
    where id in (${sql.join(ids)}) order by id`.execute(tx);
  return rows;
}

/**
 * Rows that are due, which are so no more. First the note is taken away, then the text is read: who
 * changes it in between notes it anew.
 */
async function takeDue(
  tx: Handle,
  engine: SearchEngine,
  table: SearchedTable,
  most: number,
): Promise<DueRow[]> {
  const due = indexTable(table, 'due');
  const taken = await sql<{ id: string }>`delete from ${due} where id in (
      select id from ${due} order by id limit ${sql.lit(most)} ${engine.passOver})
    returning id`.execute(tx);
  if (taken.rows.length === 0) return [];
  return textsOf(
    tx,
    table,
    taken.rows.map(({ id }) => id),
  );
}

/** The key at which a row is indexed already. */
async function knownKeys(
  tx: Handle,
  table: SearchedTable,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; key: number }>`select id, key
    from ${indexTable(table, 'keys')}
    where run in (select run from ${indexTable(table, 'runs')})
      and id in (${sql.join(ids)})`.execute(tx);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** A run without rows; it becomes one of the index with its first row. */
export const emptyRun = (run: number): Run => ({
  run,
  first_key: run * keysOfRun,
  last_key: run * keysOfRun - 1,
  last_id: '',
});

/** Gives a row the next key of the run that it continues, or of a new one. */
export function nextKey({ current, runs }: Generations, id: string): number {
  const fitting = runs.filter(({ last_id }) => last_id < id);
  let run = fitting.toSorted((one, other) => (one.last_id < other.last_id ? 1 : -1))[0];
  if (run === undefined) {
    const first = (current ?? 0) * runsOfGeneration;
    run = emptyRun(Math.max(first, ...runs.map((each) => each.run)) + 1);
    runs.push(run);
  }
  run.last_key += 1;
  run.last_id = id;
  return run.last_key;
}

export async function storeKeys(
  tx: Handle,
  table: SearchedTable,
  runs: readonly Run[],
  keys: readonly { key: number; id: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  const places = keys.map(
    ({ key, id }) => sql`(${sql.lit(key)}, ${sql.lit(Math.floor(key / keysOfRun))}, ${id})`,
  );
  await sql`insert into ${indexTable(table, 'keys')} (key, run, id)
    values ${sql.join(places)}`.execute(tx);
  await storeRuns(tx, table, runs);
}

export async function storeRuns(
  tx: Handle,
  table: SearchedTable,
  runs: readonly Run[],
): Promise<void> {
  for (const { run, first_key, last_key, last_id } of runs) {
    await sql`insert into ${indexTable(table, 'runs')} (run, first_key, last_key, last_id)
      values (${run}, ${first_key}, ${last_key}, ${last_id})
      on conflict (run) do update set last_key = excluded.last_key, last_id = excluded.last_id`.execute(
      tx,
    );
  }
}

/**
 * Indexes rows that are due, those with the smallest ids first. To be called by one at a time.
 *
 * @param most how many at most
 * @returns how many have been indexed
 */
export async function indexDue(
  tx: Handle,
  engine: SearchEngine,
  table: SearchedTable,
  most: number = engine.batch,
): Promise<number> {
  const generations = await generationsOf(tx, table);
  // A generation has only so many numbers: first all runs are gathered.
  if (generations.runs.length > mostRuns) return 0;
  const rows = await takeDue(tx, engine, table, most);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const known = await knownKeys(tx, table, ids);
  const indexed: Indexed[] = [];
  const added: { key: number; id: string }[] = [];
  for (const { id, text } of rows) {
    const old = known.get(id);
    const key = old ?? nextKey(generations, id);
    if (old === undefined) added.push({ key, id });
    indexed.push({ key, text });
  }
  await storeKeys(tx, table, generations.runs, added);
  await engine.add(tx, table, indexed);
  return rows.length;
}

/** @returns how many rows are due, counted up to so many */
export async function countDue(db: Handle, table: SearchedTable, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select id from ${indexTable(table, 'due')} limit ${sql.lit(most)}) as due`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The rows' own name in a condition. */
export const rowId = ({ rows }: SearchedTable): RawBuilder<string> => sql.ref(`${rows}.id`);
