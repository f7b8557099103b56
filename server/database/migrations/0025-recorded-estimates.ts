import { type Kysely, sql } from 'kysely';

/**
 * How an estimate was given if not by text, and who answered it; and up to what price a customer
 * need not be asked.
 */
export const recordedEstimates = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .alterTable('estimates')
      .addColumn('told', 'text', (c) => c.check(sql`told in ('phone', 'counter', 'paper')`))
      .execute();
    await schema.alterTable('estimates').addColumn('answered_by', 'text').execute();
    await schema
      .alterTable('repair_tickets')
      .addColumn('approved_up_to_cents', 'integer', (c) =>
        c.check(sql`approved_up_to_cents between 0 and 99999999`),
      )
      .execute();
  },
};
