import { type Kysely, sql } from 'kysely';

/**
 * What is under warranty, and which repairs came back. Dates on the calendar, as 2026-03-05. A row names the one
 * that it continues, and a come-back the ticket that it came from, without a reference: either may be deleted.
 */
export const warranties = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('warranties')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ticket_number', 'text', (c) =>
        c.notNull().references('repair_tickets.ticket_number').onDelete('cascade'),
      )
      .addColumn('what', 'text', (c) => c.notNull())
      .addColumn('days', 'integer', (c) => c.notNull().check(sql`days between 1 and 3650`))
      .addColumn('days_used', 'integer', (c) => c.notNull().check(sql`days_used >= 0`))
      .addColumn('from_on', 'text')
      .addColumn('until_on', 'text')
      .addColumn('continues', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await sql`create index warranties_by_ticket on warranties (ticket_number, created_at)`.execute(
      db,
    );
    await sql`create index warranties_continued on warranties (continues)
      where continues is not null`.execute(db);
    await schema
      .createTable('comebacks')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ticket_number', 'text', (c) =>
        c.notNull().references('repair_tickets.ticket_number').onDelete('cascade'),
      )
      .addColumn('of_ticket_number', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .execute();
    await sql`create unique index comebacks_by_ticket on comebacks (ticket_number)`.execute(db);
    await sql`create index comebacks_of on comebacks (of_ticket_number)`.execute(db);
  },
};
