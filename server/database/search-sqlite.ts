import { type Kysely, sql } from 'kysely';
import { longestGram, longestGrams, termGrams } from '../../domain/search-grams.ts';
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
 * The embedded engine's full-text index, with grams for words. It hands out the keys of a gram in
 * descending order without collecting them, so that the newest rows of a common term are found as
 * quickly as those of a rare one.
 */

/**
 * A term that fewer rows have is looked for alone: of those the others are found by reading. Each row
 * that is read may have to come from the disk, where the index only steps on.
 */
const fewRows = 150;

/** Every sign but the blank belongs to a gram. */
const tokenizer = `ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'`;

/** Signs that the tokenizer would stop at. What they stand for is told apart by reading. */
const controls = /\p{Cc}/gu;
const plain = (gram: string) => gram.replace(controls, '\ufffd');

function expression(term: string): string {
  const grams = termGrams(term).map((gram) => `"${plain(gram).replaceAll('"', '""')}"`);
  const [only = '""', ...others] = grams;
  // A term that is shorter than a gram is the beginning of one.
  if (others.length === 0) return Array.from(term).length < longestGram ? `${only} *` : only;
  return `(${grams.join(' AND ')})`;
}

async function countUpTo(db: Handle, { index }: SearchedTable, match: string, most: number) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from ${sql.table(index)} as found
    where ${sql.ref(`found.${index}`)} match ${match} limit ${sql.lit(most)})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What to ask the index for: the rarest term where it is rare, else what all terms have in common. */
async function matchFor(
  db: Handle,
  table: SearchedTable,
  terms: readonly string[],
): Promise<string> {
  const matches = [...new Set(terms)].map(expression);
  if (matches.length > 1) {
    for (const match of matches) {
      if ((await countUpTo(db, table, match, fewRows)) < fewRows) return match;
    }
  }
  return matches.join(' AND ');
}

export const sqliteSearch: SearchEngine = {
  batch: 64,
  bulk: 2048,
  passOver: sql``,
  rowsOf: (table, id) =>
    sql`cross join ${sql.table(table.rows)} on ${rowId(table)} = ${sql.ref(id)}`,

  async create(db: Kysely<unknown>, { rows, index }) {
    const run = (statement: string) => sql.raw(statement).execute(db);
    await run(`create virtual table ${index} using fts5(grams, content='', contentless_delete=1,
      detail=none, prefix='1 2 3', tokenize="${tokenizer}")`);
    await run(`create table ${index}_keys (key integer primary key, run integer not null,
      id text not null)`);
    await run(`create unique index ${index}_by_id on ${index}_keys (run, id)`);
    await run(`create table ${index}_runs (run integer primary key, first_key integer not null,
      last_key integer not null, last_id text not null)`);
    await run(`create table ${index}_due (id text primary key) without rowid`);
    await run(`create trigger ${index}_new after insert on ${rows} begin
      insert or ignore into ${index}_due (id) values (new.id); end`);
    await run(`create trigger ${index}_changed after update of search_text on ${rows}
      when new.search_text <> old.search_text begin
      insert or ignore into ${index}_due (id) values (new.id); end`);
    const itsKey = `select key from ${index}_keys
      where run in (select run from ${index}_runs) and id = old.id`;
    await run(`create trigger ${index}_gone after delete on ${rows} begin
      delete from ${index} where rowid in (${itsKey});
      delete from ${index}_keys where key in (${itsKey});
      delete from ${index}_due where id = old.id; end`);
  },

  async add(tx, { index }, rows) {
    const grams = rows.map(({ key, text }) => [key, plain([...longestGrams(text)].join(' '))]);
    await sql`insert or replace into ${sql.table(index)} (rowid, grams)
      select value ->> 0, value ->> 1 from json_each(${JSON.stringify(grams)})`.execute(tx);
  },

  async forget(tx, { index }, keys) {
    await sql`delete from ${sql.table(index)}
      where rowid in (${sql.join(keys.map((key) => sql.lit(key)))})`.execute(tx);
  },

  clearRun: async () => true,

  async newest(db, table, run, { terms, condition, below, limit }: Wanted) {
    const last = await lastKeyBelow(db, table, run, below);
    if (last === null) return [];
    const match = await matchFor(db, table, terms);
    const { rows } = await sql<{ id: string }>`select ${rowId(table)} as id
      from ${sql.table(table.index)} as found
      cross join ${indexTable(table, 'keys')} as key on key.key = found.rowid
      ${sqliteSearch.rowsOf(table, 'key.id')}
      where ${sql.ref(`found.${table.index}`)} match ${match}
        and found.rowid between ${run.first_key} and ${last} and ${condition}
      order by found.rowid desc limit ${sql.lit(limit)}`.execute(db);
    return rows.map(({ id }) => id);
  },
};
