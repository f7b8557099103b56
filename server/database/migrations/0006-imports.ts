import type { Kysely } from 'kysely';

/** What was imported, by the id that the browser gave the import. */
export const imports = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('imports')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('report', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute();
  },
};
