import { type Kysely, sql } from 'kysely';

/** For lists as quick with a million repairs as with a thousand: an index in each list's own order. */
export const keptCounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    const run = (statement: string) => sql.raw(statement).execute(db);

    await run('drop index tickets_by_status');
    await run('drop index tickets_by_technician');
    await schema
      .createIndex('tickets_by_status')
      .on('repair_tickets')
      .columns(['status', 'id'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute();
    await run(`create index tickets_same_day on repair_tickets (status, id)
      where is_same_day = 1 and deleted_at is null`);
    await run(`create index tickets_by_technician on repair_tickets (assigned_to, status, id)
      where assigned_to is not null and deleted_at is null`);

    await run('drop index clients_deleted');
    await run(`create index clients_deleted on clients (deleted_at, id)
      where deleted_at is not null and purged_at is null`);

    await run('create index estimates_by_ticket on estimates (repair_id, sent_at)');
    await run(`create index estimates_waiting on estimates (status, expired_at, sent_at)
      where status = 'sent' and replaced_at is null and expired_at is null`);

    await run('drop index messages_by_phone');
    await run('create index messages_by_phone on messages (phone, created_at, id)');
  },
};
