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
