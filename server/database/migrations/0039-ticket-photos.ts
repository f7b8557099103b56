import { type Kysely, sql } from 'kysely';

/** The photos of a ticket besides the initial and the completion photo. Their files are in the photo store. */
export const ticketPhotos = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('photos')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ticket_number', 'text', (c) =>
        c.notNull().references('repair_tickets.ticket_number').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('caption', 'text')
      .addColumn('picture', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await sql`create index photos_by_ticket on photos (ticket_number, created_at)`.execute(db);
    await sql`create index photos_by_picture on photos (picture)`.execute(db);
  },
};
