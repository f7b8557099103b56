import type { Kysely } from 'kysely';

/** Several watches of one visit, an estimate's line of work, and which staff member did something. */
export const visits = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema.alterTable('repair_tickets').addColumn('visit_id', 'text').execute();
    await schema
      .createIndex('tickets_by_visit')
      .on('repair_tickets')
      .column('visit_id')
      .where('visit_id', 'is not', null)
      .execute();
    await schema.alterTable('estimates').addColumn('work', 'text').execute();
    await schema.alterTable('events').addColumn('initials', 'text').execute();
  },
};
