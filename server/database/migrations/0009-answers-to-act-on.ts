import { type Kysely, sql } from 'kysely';

/** What needs attention is one list of texts and of tickets with an answer, in the order of time. */
export const answersToActOn = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropIndex('messages_needing_attention').execute();
    await sql`create index messages_needing_attention on messages (created_at, id) where
      attention_handled_at is null and (state in ('failed', 'undelivered')
      or (attention is not null and state in ('received', 'sending', 'unknown')))`.execute(db);
    await sql`create index tickets_answered on repair_tickets (updated_at, id) where
      status in ('estimate-accepted', 'estimate-declined') and deleted_at is null`.execute(db);
  },
};
