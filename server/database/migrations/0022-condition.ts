import type { Kysely } from 'kysely';

/** In what condition a watch came in, as JSON; null where nobody said. */
export const condition = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('repair_tickets').addColumn('condition', 'text').execute();
  },
};
