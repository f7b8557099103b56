import { type Kysely, sql } from 'kysely';

/** The shop's settings are kept with its data: their document, today's technicians, and who changed what. */
export const shopSettings = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable('technicians')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('events_of_settings')
      .on('events')
      .column('id')
      .where(sql.ref('kind'), '=', sql.lit('settings-changed'))
      .execute();
  },
};
