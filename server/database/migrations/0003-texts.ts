import { type Kysely, sql } from 'kysely';
import { phoneKey } from './frozen/phone-key.ts';

/** How many clients are read at once. */
const batch = 500;

interface ClientPhones {
  clients: { id: string; phone: string; text_phone: string };
}

/** Gives every client the key of the phone. */
async function fillTextPhones(db: Kysely<ClientPhones>): Promise<void> {
  let last = '';
  for (;;) {
    const clients = await db
      .selectFrom('clients')
      .select(['id', 'phone'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id, phone } of clients) {
      const key = phoneKey(phone);
      if (key !== '') {
        await db.updateTable('clients').set({ text_phone: key }).where('id', '=', id).execute();
      }
      last = id;
    }
    if (clients.length < batch) return;
  }
}

/** What staff do with texts: cases that need attention, texts of their own, reminders, expiry. */
export const texts = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .alterTable('clients')
      .addColumn('text_phone', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await fillTextPhones(db as Kysely<ClientPhones>);
    await schema
      .createIndex('clients_by_text_phone')
      .on('clients')
      .columns(['text_phone', 'id'])
      .execute();

    for (const column of ['attention_handled_at', 'resend_of', 'request_id']) {
      await schema.alterTable('messages').addColumn(column, 'text').execute();
    }
    // A text is resent once, and a browser's request carried out once, however often the button is pressed.
    for (const column of ['resend_of', 'request_id']) {
      await schema
        .createIndex(`messages_${column}`)
        .on('messages')
        .column(column)
        .unique()
        .where(sql.ref(column), 'is not', null)
        .execute();
    }
    await sql`create index messages_needing_attention on messages (id) where
      attention_handled_at is null and (state in ('failed', 'undelivered')
      or (attention is not null and state in ('received', 'sending', 'unknown')))`.execute(db);

    for (const column of ['expired_at', 'reminded_at']) {
      await schema.alterTable('estimates').addColumn(column, 'text').execute();
    }
  },
};
