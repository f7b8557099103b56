import { type Kysely, sql } from 'kysely';

/** Who did what, and deletion with a way back. */
export const history = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema.alterTable('events').addColumn('session', 'text').execute();
    await schema
      .createIndex('events_by_client')
      .on('events')
      .columns(['client_id', 'id'])
      .where(sql.ref('client_id'), 'is not', null)
      .execute();

    await schema.alterTable('repair_tickets').addColumn('deleted_at', 'text').execute();
    await schema.alterTable('clients').addColumn('purged_at', 'text').execute();
    // Counting each technician's repairs still needs nothing but the index.
    await schema.dropIndex('tickets_by_technician').execute();
    await schema
      .createIndex('tickets_by_technician')
      .on('repair_tickets')
      .columns(['assigned_to', 'status', 'deleted_at'])
      .where(sql.ref('assigned_to'), 'is not', null)
      .execute();
    for (const [name, table] of [
      ['tickets_deleted', 'repair_tickets'],
      ['clients_deleted', 'clients'],
    ] as const) {
      await schema
        .createIndex(name)
        .on(table)
        .columns(['deleted_at', 'id'])
        .where(sql.ref('deleted_at'), 'is not', null)
        .execute();
    }
  },
};
