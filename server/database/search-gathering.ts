import { sql } from 'kysely';
import {
  emptyRun,
  generationCount,
  generationsOf,
  indexDue,
  indexTable,
  mostRuns,
  nextKey,
  type Run,
  runsOfGeneration,
  type SearchEngine,
  type SearchedTable,
  searchedTables,
  storeKeys,
  storeRuns,
  textsOf,
} from './search-index.ts';
import type { Handle } from './tables.ts';

/**
 * Each run of the search index is searched by itself. Where there are too many of them their rows are
 * gathered: they move, a few at a time, to runs of a new generation. See docs/decisions/search-index.md.
 */

/** Whether there are so many runs that rows move, or rows that have not moved yet. */
export async function isGathering(db: Handle, table: SearchedTable): Promise<boolean> {
  const { runs, older } = await generationsOf(db, table);
  return older.length > 0 || runs.length > mostRuns;
}

/** The rows of some runs with the smallest ids. */
async function firstOf(
  tx: Handle,
  table: SearchedTable,
  runs: readonly Run[],
  most: number,
): Promise<{ key: number; id: string }[]> {
  const ofEach = runs.map(
    ({ run }) => sql`select key, id from (select key, id from ${indexTable(table, 'keys')}
      where run = ${run} order by run, id limit ${sql.lit(most)}) as of_one`,
  );
  const { rows } = await sql<{ key: number; id: string }>`select key, id
    from (${sql.join(ofEach, sql` union all `)}) as of_all
    order by id limit ${sql.lit(most)}`.execute(tx);
  return rows;
}

/**
 * Moves rows of the older generation into the current one, those with the smallest ids first; begins
 * a new generation where there are too many runs. All of it is found meanwhile as quickly as before,
 * and it goes on where it was left. To be called by one at a time.
 *
 * @returns whether anything is left to do
 */
export async function gatherRuns(
  tx: Handle,
  engine: SearchEngine,
  table: SearchedTable,
  most: number = engine.batch,
): Promise<boolean> {
  const generations = await generationsOf(tx, table);
  const { current, runs, older } = generations;
  const [next] = older;
  if (next === undefined) {
    if (runs.length <= mostRuns) return false;
    const following = ((current ?? 0) + 1) % generationCount;
    await storeRuns(tx, table, [emptyRun(following * runsOfGeneration + 1)]);
    return true;
  }
  const moved = await firstOf(tx, table, older, most);
  if (moved.length === 0) {
    if (await engine.clearRun(tx, table, next)) {
      await sql`delete from ${indexTable(table, 'runs')} where run = ${next.run}`.execute(tx);
    }
    return true;
  }
  const oldKeys = moved.map(({ key }) => key);
  await sql`delete from ${indexTable(table, 'keys')}
    where key in (${sql.join(oldKeys.map((key) => sql.lit(key)))})`.execute(tx);
  await engine.forget(tx, table, oldKeys);
  const rows = await textsOf(
    tx,
    table,
    moved.map(({ id }) => id),
  );
  const keyed = rows.map(({ id, text }) => ({ id, text, key: nextKey(generations, id) }));
  await storeKeys(tx, table, runs, keyed);
  await engine.add(tx, table, keyed);
  return true;
}

/** Indexes everything that is due, for whoever has the store to itself. */
export async function indexAll(tx: Handle, engine: SearchEngine): Promise<void> {
  for (const table of searchedTables) {
    do {
      while ((await indexDue(tx, engine, table, engine.bulk)) > 0);
    } while (await gatherRuns(tx, engine, table, engine.bulk));
  }
}
