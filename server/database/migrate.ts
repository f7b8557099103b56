import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Dialect } from './dialect.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { searchText } from './migrations/0002-search-text.ts';
import { texts } from './migrations/0003-texts.ts';
import { history } from './migrations/0004-history.ts';

/** Brings the tables up to this version. Safe to run from several processes at once. */
export async function migrate(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-first-tables': firstTables(dialect),
        '0002-search-text': searchText,
        '0003-texts': texts,
        '0004-history': history,
      }),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
