import { type Kysely, sql } from 'kysely';

/**
 * What the bench measured: its values as JSON, exactly as they were typed. At most one of a kind at each
 * stage of a ticket. A completion keeps the boxes of the shop's final check.
 */
export const measurements = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('measurements')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ticket_number', 'text', (c) =>
        c.notNull().references('repair_tickets.ticket_number').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('stage', 'text', (c) => c.notNull())
      .addColumn('measured_on', 'text')
      .addColumn('instrument', 'text')
      .addColumn('caliber', 'text')
      .addColumn('caliber_key', 'text', (c) => c.notNull())
      .addColumn('lift_tenths', 'integer', (c) => c.check(sql`lift_tenths between 100 and 900`))
      .addColumn('measured', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await schema
      .createIndex('measurements_by_ticket')
      .on('measurements')
      .columns(['ticket_number', 'kind', 'stage'])
      .unique()
      .execute();
    await sql`create index measurements_by_caliber on measurements (caliber_key, created_at, id)
      where lift_tenths is not null`.execute(db);
    await schema.alterTable('completions').addColumn('final_check', 'text').execute();
  },
};
