import type { Kysely } from 'kysely';

/** What the list of sessions shows of each: the browser that it was opened with. */
export const sessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('sessions')
      .addColumn('device', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
