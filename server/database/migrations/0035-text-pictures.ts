import { type Kysely, sql } from 'kysely';

/** Pictures that customers text. */
export const textPictures = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('text_pictures')
      .addColumn('message_id', 'text', (c) =>
        c.notNull().references('messages.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('ticket_number', 'text')
      .addColumn('is_on_ticket', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('media_sid', 'text')
      .addColumn('picture', 'text')
      .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('asked_at', 'text', (c) => c.notNull())
      .addColumn('next_try_at', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('text_pictures_key', ['message_id', 'position'])
      .execute();
    for (const column of ['ticket_number', 'picture']) {
      await schema
        .createIndex(`text_pictures_by_${column}`)
        .on('text_pictures')
        .column(column)
        .execute();
    }
    await sql`create index text_pictures_waiting on text_pictures (next_try_at)
      where state = 'waiting'`.execute(db);
  },
};
