import { type Expression, type SqlBool, sql } from 'kysely';
import { similarTo } from '../../domain/similar-text.ts';
import type { Handle } from './tables.ts';

/**
 * Search by parts of words. Each searched table has a column `search_text`
 * (domain/search-text.ts) and an index of the engine's own over its trigrams, made by a migration.
 * Shop decision: docs/decisions/search.md.
 */

export const searchedTables = ['repair_tickets', 'clients'] as const;
export type SearchedTable = (typeof searchedTables)[number];

/** What an engine contributes: its trigram index. */
export interface SearchEngine {
  /** Searched first: common terms, for which the index would offer most rows, fill their page here. */
  newestRows: number;
  /** Ids of rows that pass the condition, found by way of the index. */
  found(
    table: SearchedTable,
    terms: readonly string[],
    condition: Expression<SqlBool>,
  ): Expression<{ id: string }>;
}

/** The index's own tables; none of them is part of a backup. */
export const isOfSearchIndex = (table: string) => table.startsWith('search_');

export interface Search {
  table: SearchedTable;
  /** Of `searchTerms`; all must be found. */
  terms: readonly string[];
  /** The newest rows that pass everything but the terms, at most this many: `id`, `search_text`. */
  newest: (limit: number) => Expression<unknown>;
  /** The same as a condition on the table. */
  condition: Expression<SqlBool>;
  limit: number;
}

/** Terms of one or two letters have no trigram: they are looked for in this many of the newest rows. */
const newestRowsForShortTerms = 10_000;

const all = (conditions: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

function containsTerm(rows: string, term: string): Expression<SqlBool> {
  const escaped = term.replace(/[\\%_]/g, (character) => `\\${character}`);
  return sql<SqlBool>`${sql.ref(`${rows}.search_text`)} like ${`%${escaped}%`} escape '\\'`;
}

/** @returns the ids of the first rows that contain all terms and pass the condition, newest first */
export async function searchNewest(
  db: Handle,
  engine: SearchEngine,
  { table, terms, newest, condition, limit }: Search,
): Promise<string[]> {
  const first = async (rows: Expression<unknown>) => {
    const found = await sql<{ id: string }>`select id from ${rows}
      order by id desc limit ${sql.lit(limit)}`.execute(db);
    return found.rows.map(({ id }) => id);
  };
  const contained = (rows: string) => all(terms.map((term) => containsTerm(rows, term)));
  const indexed = terms.filter((term) => Array.from(term).length >= 3);
  const depth = indexed.length > 0 ? engine.newestRows : newestRowsForShortTerms;
  const found = await first(sql`${newest(depth)} as newest where ${contained('newest')}`);
  if (indexed.length === 0 || found.length >= limit) return found;
  return first(sql`${engine.found(table, indexed, all([condition, contained(table)]))} as found`);
}

/** In this many of the newest rows each word is compared with what was typed: a few milliseconds. */
const newestRowsForSimilar = 3_000;

/**
 * @returns the ids of the newest rows that have all terms, spelled exactly or nearly like that
 * (domain/similar-text.ts)
 */
export async function searchSimilar(
  db: Handle,
  { terms, newest, limit }: Pick<Search, 'terms' | 'newest' | 'limit'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; search_text: string }>`select id, search_text
    from ${newest(newestRowsForSimilar)} as newest order by id desc`.execute(db);
  const isSimilar = similarTo(terms);
  return rows
    .filter(({ search_text: line }) => isSimilar(line))
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Enough to leave few rows to compare; a term's other trigrams would only cost time. */
const maxTrigrams = 24;

function trigramsOf(term: string): string[] {
  const characters = Array.from(term);
  return characters
    .slice(0, maxTrigrams)
    .flatMap((_, start) =>
      start + 3 <= characters.length ? characters.slice(start, start + 3).join('') : [],
    );
}

/** FTS5 over trigrams. It knows only which rows have them, by row number; the rows stay where they are. */
export const sqliteSearch: SearchEngine = {
  newestRows: 1_000,

  found(table, terms, condition) {
    const index = `search_${table}`;
    const match = [...new Set(terms.flatMap(trigramsOf))]
      .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
      .join(' AND ');
    // A cross join, so that the engine begins with the index.
    return sql`(select ${sql.ref(`${table}.id`)} from ${sql.table(index)} as found
      cross join ${sql.table(table)} on ${sql.ref(`${table}.rowid`)} = found.rowid
      where ${sql.ref(`found.${index}`)} match ${match} and ${condition})`;
  },
};

/** The extension pg_trgm, which every PostgreSQL since 13 lets a database's owner switch on. */
export const postgresSearch: SearchEngine = {
  // A row that the index offers costs it several times as much as the embedded engine.
  newestRows: 3_000,

  // Kept separate, or the planner walks through all rows in order for the rarest terms.
  found: (table, _terms, condition) =>
    sql`(with matching as materialized (select id from ${sql.table(table)} where ${condition})
      select id from matching)`,
};
