import type { Kysely } from 'kysely';

/** What staff note on a ticket, calls included. */
export const notes = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('notes')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ticket_number', 'text', (c) =>
        c.notNull().references('repair_tickets.ticket_number').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('text', 'text')
      .addColumn('at', 'text', (c) => c.notNull())
      .addColumn('session', 'text')
      .addColumn('initials', 'text')
      .execute();
    await schema
      .createIndex('notes_by_ticket')
      .on('notes')
      .columns(['ticket_number', 'at'])
      .execute();
  },
};
