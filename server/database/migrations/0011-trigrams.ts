import { type Kysely, sql } from 'kysely';
import type { Engine } from './frozen/engine.ts';

type Statements = (table: 'repair_tickets' | 'clients') => string[];

/** FTS5 over trigrams. It knows only which rows have them, by row number; the rows stay where they are. */
const sqliteIndex: Statements = (table) => {
  const index = `search_${table}`;
  return [
    `create virtual table ${index} using fts5(text, content='', contentless_delete=1,
        detail=none, tokenize='trigram case_sensitive 1')`,
    `insert into ${index} (rowid, text) select rowid, search_text from ${table}`,
    `create trigger ${index}_insert after insert on ${table} begin
        insert into ${index} (rowid, text) values (new.rowid, new.search_text); end`,
    `create trigger ${index}_update after update of search_text on ${table}
        when new.search_text <> old.search_text begin
        update ${index} set text = new.search_text where rowid = old.rowid; end`,
    `create trigger ${index}_delete after delete on ${table} begin
        delete from ${index} where rowid = old.rowid; end`,
  ];
};

/** The extension pg_trgm, which PostgreSQL 13 and later lets a database's owner switch on. */
const postgresIndex: Statements = (table) => [
  'create extension if not exists pg_trgm',
  `create index search_${table} on ${table} using gin (search_text gin_trgm_ops)`,
];

/** Versions up to 0008 kept an index of their own. */
function dropFormer(engine: Engine, table: string): string[] {
  const index = table === 'clients' ? 'search_clients' : 'search_tickets';
  return engine === 'sqlite'
    ? [
        ...['new', 'changed', 'gone'].map((name) => `drop trigger if exists ${index}_${name}`),
        ...['', '_keys', '_runs', '_due'].map((part) => `drop table if exists ${index}${part}`),
      ]
    : [
        ...['note', 'forget'].map((name) => `drop function if exists ${index}_${name}() cascade`),
        ...['_keys', '_runs', '_due', '_postings', '_parts'].map(
          (part) => `drop table if exists ${index}${part}`,
        ),
      ];
}

/** Searches by the engine's own trigram index (docs/decisions/search.md). */
export const trigrams = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const create = engine === 'sqlite' ? sqliteIndex : postgresIndex;
    for (const table of ['repair_tickets', 'clients'] as const) {
      for (const statement of [...dropFormer(engine, table), ...create(table)]) {
        await sql.raw(statement).execute(db);
      }
    }
  },
});
