import { type Kysely, sql } from 'kysely';

/** The parts that repairs wait for. Dates on the calendar, as 2026-03-05. */
export const parts = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('parts')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ticket_number', 'text', (c) =>
        c.notNull().references('repair_tickets.ticket_number').onDelete('cascade'),
      )
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('supplier', 'text')
      .addColumn('supplier_key', 'text', (c) => c.notNull())
      .addColumn('number', 'text')
      .addColumn('cost_cents', 'integer', (c) => c.check(sql`cost_cents between 0 and 99999999`))
      .addColumn('ordered_on', 'text')
      .addColumn('expected_on', 'text')
      .addColumn('received_on', 'text')
      .addColumn('returned_on', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    const index = (name: string, columns: string, condition = '') =>
      sql.raw(`create index ${name} on parts (${columns}) ${condition}`).execute(db);
    const isOpen = 'received_on is null and returned_on is null';
    await index('parts_by_ticket', 'ticket_number, created_at');
    await index('parts_waited_for', 'ticket_number, expected_on', `where ${isOpen}`);
    await index(
      'parts_on_order',
      'supplier_key, ordered_on, id',
      `where ${isOpen} and ordered_on is not null`,
    );
  },
};
