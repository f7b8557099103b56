import { type Kysely, sql } from 'kysely';

/**
 * The tax in a price, as it was settled with the estimate or the completion. Before this nothing said that
 * there was any: a ticket that was completed before has none settled, which is read as none in its price.
 */
export const tax = {
  async up(db: Kysely<unknown>): Promise<void> {
    const rate = 'tax_thousandths between 0 and 20000';
    for (const [table, column] of [
      ['estimates', `tax_thousandths integer not null default 0 check (${rate})`],
      ['estimates', 'tax_cents integer not null default 0'],
      ['repair_tickets', `tax_thousandths integer check (${rate})`],
      ['repair_tickets', 'tax_cents integer'],
      ['payments', 'tax_cents integer not null default 0'],
    ]) {
      await sql.raw(`alter table ${table} add column ${column}`).execute(db);
    }
  },
};
