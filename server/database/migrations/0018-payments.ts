import { type Kysely, sql } from 'kysely';

/** What customers paid, and on each ticket what it comes to, so that lists need no sum. */
export const payments = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable('payments')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ticket_number', 'text', (c) =>
        c.notNull().references('repair_tickets.ticket_number').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (c) =>
        c.notNull().check(sql`kind in ('deposit', 'payment', 'refund')`),
      )
      .addColumn('method', 'text', (c) =>
        c.notNull().check(sql`method in ('cash', 'card', 'check', 'other')`),
      )
      .addColumn('amount_cents', 'integer', (c) =>
        c.notNull().check(sql`amount_cents between 1 and 99999999`),
      )
      .addColumn('note', 'text')
      .addColumn('at', 'text', (c) => c.notNull())
      .addColumn('session', 'text')
      .addColumn('initials', 'text')
      .addColumn('voided_at', 'text')
      .addColumn('void_reason', 'text')
      .execute();
    await schema
      .createIndex('payments_by_ticket')
      .on('payments')
      .columns(['ticket_number', 'at'])
      .execute();
    await schema
      .alterTable('repair_tickets')
      .addColumn('paid_cents', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
