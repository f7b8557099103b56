import { setImmediate as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { beginnings, longestGrams, termGrams } from '../../domain/search-grams.ts';
import {
  indexTable,
  lastKeyBelow,
  rowId,
  type SearchEngine,
  type SearchedTable,
  type Wanted,
} from './search-index.ts';
import type { Handle } from './tables.ts';

/**
 * For each gram the keys of the rows that have it, in blocks of 65,536 keys, so that the newest
 * rows of a common term are found in the newest blocks. Neither of the engine's own indexes for
 * parts of words hands out rows in an order, and sorting all of a common term's takes too long.
 *
 * What is indexed together is one part of a block; of eight parts of a level one of the next level
 * is made, so that a gram of a block never lies in more than some places.
 */

const keysOfBlock = 65_536;
const partsOfLevel = 8;
const levels = [0, 1, 2, 3, 4, 5];

/** How many rows go with one statement. */
const rowsAtOnce = 5_000;
/** How many grams of a block are merged or forgotten with one statement: each must end soon. */
const gramsAtOnce = 10_000;

const blockOf = (key: number) => Math.floor(key / keysOfBlock);

interface Posting {
  gram: string;
  block: number;
  keys: number[];
}

/** Notes the key at every gram of the text, once at each. */
function note(postings: Map<string, number[]>, key: number, text: string): void {
  for (const longest of longestGrams(text)) {
    for (const gram of beginnings(longest)) {
      const keys = postings.get(gram);
      if (keys === undefined) postings.set(gram, [key]);
      else if (keys.at(-1) !== key) keys.push(key);
    }
  }
}

async function postingsOf(rows: readonly { key: number; text: string }[]): Promise<Posting[]> {
  const blocks = new Map<number, Map<string, number[]>>();
  for (const [place, { key, text }] of rows.entries()) {
    const block = blockOf(key);
    const postings = blocks.get(block) ?? new Map<string, number[]>();
    blocks.set(block, postings);
    note(postings, key - block * keysOfBlock, text);
    // Others in the process want to be served meanwhile.
    if (place % 32 === 31) await pause();
  }
  return [...blocks].flatMap(([block, postings]) =>
    Array.from(postings, ([gram, keys]) => ({ block, gram, keys })),
  );
}

/** Two bytes for each key, the higher first. */
function bytesOf(keys: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(keys.length * 2);
  for (const [place, key] of keys.entries()) bytes.writeUInt16BE(key, place * 2);
  return bytes;
}

/** The keys that are in all of these, the largest first; a key may be in one of them twice. */
function common(lists: readonly (readonly Buffer[])[]): number[] {
  const counts = new Uint8Array(keysOfBlock);
  let found: number[] = [];
  for (const [before, buffers] of lists.entries()) {
    found = [];
    for (const bytes of buffers) {
      for (let at = 0; at < bytes.length; at += 2) {
        const key = bytes.readUInt16BE(at);
        if (counts[key] !== before) continue;
        counts[key] = before + 1;
        found.push(key);
      }
    }
    if (found.length === 0) break;
  }
  return found.sort((one, other) => other - one);
}

interface StoredPosting {
  gram: string;
  block: number;
  keys: Buffer;
}

/** The keys that have all grams, as far as the rows of one block say. */
function candidatesIn(rows: readonly StoredPosting[], grams: readonly string[]): number[] {
  const lists = grams.map((gram) =>
    rows.filter((row) => row.gram === gram).map(({ keys }) => keys),
  );
  if (lists.some((list) => list.length === 0)) return [];
  const size = (list: readonly Buffer[]) => list.reduce((sum, { length }) => sum + length, 0);
  return common(lists.sort((one, other) => size(one) - size(other)));
}

const range = (low: number, high: number) =>
  Array.from({ length: high - low + 1 }, (_, place) => low + place);

/** The newest block alone, as it will do for most terms, then more and more of them at once. */
async function* candidates(
  db: Handle,
  table: SearchedTable,
  grams: readonly string[],
  first: number,
  last: number,
): AsyncGenerator<number[]> {
  let step = 1;
  for (let high = last; high >= first; step *= 4) {
    const low = Math.max(first, high - step + 1);
    const { rows } = await sql<StoredPosting>`
      select gram, block, keys from ${indexTable(table, 'postings')}
      where block = any(${range(low, high)}::bigint[]) and level = any(${levels}::int[])
        and gram = any(${grams}::text[])`.execute(db);
    for (let block = high; block >= low; block -= 1) {
      const keys = candidatesIn(
        rows.filter((row) => row.block === block),
        grams,
      );
      if (keys.length > 0) yield keys.map((key) => block * keysOfBlock + key);
    }
    high = low - 1;
  }
}

/** Makes one part of a level's parts, once there are enough of them. */
async function merge(tx: Handle, table: SearchedTable, block: number, level: number) {
  const postings = indexTable(table, 'postings');
  const parts = indexTable(table, 'parts');
  const { rows } = await sql<{ count: number; last: number }>`
    select count(*) as count, max(part) as last from ${parts}
    where block = ${block} and level = ${level}`.execute(tx);
  const [found] = rows;
  if (found === undefined || found.count < partsOfLevel) return;
  const { last } = found;
  for (let from = ''; ; ) {
    const next = await sql<{ gram: string | null }>`select max(gram) as gram from (
      select gram from ${postings} where block = ${block} and level = ${level} and gram > ${from}
      order by gram limit ${sql.lit(gramsAtOnce)}) as next_grams`.execute(tx);
    const to = next.rows[0]?.gram ?? null;
    if (to === null) break;
    await sql`with moved as (delete from ${postings} where block = ${block} and level = ${level}
        and gram > ${from} and gram <= ${to} returning gram, part, keys)
      insert into ${postings} (block, level, gram, part, keys)
      select ${block}::bigint, ${level + 1}::int, gram, ${last}::bigint,
        string_agg(keys, ''::bytea order by part) from moved group by gram`.execute(tx);
    from = to;
  }
  await sql`delete from ${parts} where block = ${block} and level = ${level}`.execute(tx);
  await sql`insert into ${parts} (block, level, part)
    values (${block}, ${level + 1}, ${last})`.execute(tx);
  await merge(tx, table, block, level + 1);
}

export const postgresSearch: SearchEngine = {
  batch: 512,
  bulk: 16_384,
  passOver: sql`for update skip locked`,
  rowsOf: ({ rows }, id) => sql`cross join lateral (select * from ${sql.table(rows)} as source
    where source.id = ${sql.ref(id)} offset 0) as ${sql.table(rows)}`,

  async create(db: Kysely<unknown>, { rows, index }) {
    const run = (statement: string) => sql.raw(statement).execute(db);
    // What another store left here that was replaced by a backup of an older version.
    for (const part of ['keys', 'runs', 'due', 'postings', 'parts']) {
      await run(`drop table if exists ${index}_${part}`);
    }
    await run(`create table ${index}_keys (key bigint primary key, run integer not null,
      id text not null)`);
    await run(`create unique index ${index}_by_id on ${index}_keys (run, id)`);
    await run(`create table ${index}_runs (run integer primary key, first_key bigint not null,
      last_key bigint not null, last_id text not null)`);
    await run(`create table ${index}_due (id text primary key)`);
    await run(`create table ${index}_postings (block bigint not null, level integer not null,
      gram text collate "C" not null, part bigint not null, keys bytea not null,
      primary key (block, level, gram, part))`);
    // Nearly random: trying to press it costs more than it gives.
    await run(`alter table ${index}_postings alter column keys set storage external`);
    await run(`create table ${index}_parts (block bigint not null, level integer not null,
      part bigint not null, primary key (block, level, part))`);
    // A row that is due already is held: whoever indexes it passes over it until its text is there.
    await run(`create or replace function ${index}_note() returns trigger language plpgsql as $$
      begin
        insert into ${index}_due (id) values (new.id)
          on conflict (id) do update set id = excluded.id;
        return null;
      end $$`);
    await run(`create or replace function ${index}_forget() returns trigger language plpgsql as $$
      begin
        delete from ${index}_keys
          where run in (select run from ${index}_runs) and id = old.id;
        delete from ${index}_due where id = old.id;
        return null;
      end $$`);
    await run(`create trigger ${index}_new after insert on ${rows}
      for each row execute function ${index}_note()`);
    await run(`create trigger ${index}_changed after update of search_text on ${rows}
      for each row when (new.search_text <> old.search_text) execute function ${index}_note()`);
    await run(`create trigger ${index}_gone after delete on ${rows}
      for each row execute function ${index}_forget()`);
  },

  async add(tx, table, rows) {
    const postings = await postingsOf(rows);
    const parts = await sql<{ next: number }>`select coalesce(max(part), 0) + 1 as next
      from ${indexTable(table, 'parts')}`.execute(tx);
    const part = parts.rows[0]?.next ?? 1;
    for (let from = 0; from < postings.length; from += rowsAtOnce) {
      const some = postings.slice(from, from + rowsAtOnce);
      await sql`insert into ${indexTable(table, 'postings')} (block, level, gram, part, keys)
        select block, 0, gram, ${part}::bigint, keys from unnest(
          ${some.map(({ block }) => block)}::bigint[], ${some.map(({ gram }) => gram)}::text[],
          ${some.map(({ keys }) => bytesOf(keys))}::bytea[]) as added (block, gram, keys)`.execute(
        tx,
      );
    }
    for (const block of new Set(rows.map(({ key }) => blockOf(key)))) {
      await sql`insert into ${indexTable(table, 'parts')} (block, level, part)
        values (${block}, 0, ${part})`.execute(tx);
      await merge(tx, table, block, 0);
    }
  },

  // A key that has no row is passed over when rows are read; all of a run's go in one go later.
  forget: async () => undefined,

  async clearRun(tx, table, { first_key, last_key }) {
    const postings = indexTable(table, 'postings');
    const [first, last] = [blockOf(first_key), blockOf(last_key)];
    const { rows } = await sql<{ block: number }>`select block from ${postings}
      where block between ${first} and ${last} order by block limit ${sql.lit(1)}`.execute(tx);
    const [next] = rows;
    if (next !== undefined) {
      await sql`delete from ${postings} where ctid = any (array(select ctid from ${postings}
        where block = ${next.block} limit ${sql.lit(gramsAtOnce)}))`.execute(tx);
      return false;
    }
    await sql`delete from ${indexTable(table, 'parts')}
      where block between ${first} and ${last}`.execute(tx);
    return true;
  },

  async newest(db, table, run, { terms, condition, below, limit }: Wanted) {
    const last = await lastKeyBelow(db, table, run, below);
    if (last === null) return [];
    const grams = [...new Set(terms.flatMap(termGrams))];
    const ids: string[] = [];
    const read = async (keys: number[]) => {
      const { rows } = await sql<{ id: string }>`select ${rowId(table)} as id
        from ${indexTable(table, 'keys')} as key
        ${postgresSearch.rowsOf(table, 'key.id')}
        where key.key = any(${keys}::bigint[]) and ${condition}
        order by key.key desc limit ${sql.lit(limit - ids.length)}`.execute(db);
      ids.push(...rows.map(({ id }) => id));
    };
    for await (const block of candidates(db, table, grams, blockOf(run.first_key), blockOf(last))) {
      const keys = block.filter((key) => key <= last);
      // Most of the first will do, unless a filter lets few of them pass.
      for (let from = 0, size = limit * 2; from < keys.length; from += size, size *= 2) {
        await read(keys.slice(from, from + size));
        if (ids.length >= limit) return ids;
      }
    }
    return ids;
  },
};
