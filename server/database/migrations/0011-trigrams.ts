import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { searchedTables } from '../search.ts';

/** Searches by the engine's own trigram index (docs/decisions/search.md). */
export function trigrams({ search }: Dialect) {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const table of searchedTables) {
        const statements = [...search.dropFormer(table), ...search.create(table)];
        for (const statement of statements) await sql.raw(statement).execute(db);
      }
    },
  };
}
