import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { indexAll } from '../search-gathering.ts';
import { indexTable, searchedTables } from '../search-index.ts';
import type { Handle } from '../tables.ts';

/** For a search as quick among a million repairs as among a thousand (docs/decisions/search-index.md). */
export function searchIndex({ search }: Dialect) {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const table of searchedTables) {
        await search.create(db, table);
        await sql`insert into ${indexTable(table, 'due')} (id)
          select id from ${sql.table(table.rows)}`.execute(db);
      }
      await indexAll(db as Handle, search);
    },
  };
}
