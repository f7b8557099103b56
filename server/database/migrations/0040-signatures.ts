import type { Kysely } from 'kysely';

/** What customers signed: the claim check of that moment, at most one for a ticket, and the picture. */
export const signatures = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('signatures')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ticket_number', 'text', (c) =>
        c.notNull().unique().references('repair_tickets.ticket_number').onDelete('cascade'),
      )
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('picture', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('session', 'text')
      .addColumn('initials', 'text')
      .execute();
    await schema.createIndex('signatures_by_picture').on('signatures').column('picture').execute();
  },
};
