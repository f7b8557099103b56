import type { Kysely } from 'kysely';

/** What a trade customer calls the repair. */
export const theirReference = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('repair_tickets').addColumn('their_reference', 'text').execute();
  },
};
