import { type Kysely, sql } from 'kysely';

/** Watches sent to a manufacturer or a specialist, one at a time; and the parts that came or went back. */
export const sendings = {
  async up(db: Kysely<unknown>): Promise<void> {
    const cents = (column: string) => sql`${sql.ref(column)} between 0 and 99999999`;
    await db.schema
      .createTable('sendings')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ticket_number', 'text', (c) =>
        c.notNull().references('repair_tickets.ticket_number').onDelete('cascade'),
      )
      .addColumn('sent_to', 'text', (c) => c.notNull())
      .addColumn('reference', 'text')
      .addColumn('work', 'text')
      .addColumn('carrier', 'text')
      .addColumn('tracking_number', 'text')
      .addColumn('insured_cents', 'integer', (c) => c.check(cents('insured_cents')))
      .addColumn('cost_cents', 'integer', (c) => c.check(cents('cost_cents')))
      .addColumn('sent_on', 'text')
      .addColumn('expected_on', 'text')
      .addColumn('received_on', 'text')
      .addColumn('has_permission', 'integer', (c) => c.check(sql`has_permission in (0, 1)`))
      .addColumn('permitted_at', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    for (const index of [
      'index sendings_by_ticket on sendings (ticket_number, created_at)',
      'unique index sendings_not_back on sendings (ticket_number) where received_on is null',
      `index sendings_out on sendings ((coalesce(sent_on, '9999-12-31')), id)
        where received_on is null`,
      'index sendings_back on sendings (received_on, id) where received_on is not null',
      `index parts_received on parts (received_on, id)
        where received_on is not null and returned_on is null`,
      'index parts_returned on parts (returned_on, id) where returned_on is not null',
    ]) {
      await sql.raw(`create ${index}`).execute(db);
    }
  },
};
