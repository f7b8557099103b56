import type { Kysely } from 'kysely';

/** Someone else to call about a repair, and where its watch is, by the name that the shop had for the place. */
export const places = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['second_contact', 'second_phone', 'place']) {
      await db.schema.alterTable('repair_tickets').addColumn(column, 'text').execute();
    }
  },
};
