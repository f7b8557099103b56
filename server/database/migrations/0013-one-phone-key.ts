import { type Kysely, sql } from 'kysely';
import { phoneKey } from './frozen/phone-key.ts';

interface Stored {
  clients: { id: string; phone: string; phone_key: string };
  repair_tickets: { client_id: string; phone_key: string };
}

/**
 * One key for a phone in every table. Tickets had another: without +1, and with the digits of an
 * extension run into the number.
 */
export const onePhoneKey = {
  async up(untyped: Kysely<unknown>): Promise<void> {
    const { schema } = untyped;
    await schema.dropIndex('clients_by_text_phone').execute();
    await schema.alterTable('clients').renameColumn('text_phone', 'phone_key').execute();
    await schema
      .createIndex('clients_by_phone')
      .on('clients')
      .columns(['phone_key', 'id'])
      .execute();

    const db = untyped as Kysely<Stored>;
    await db
      .updateTable('repair_tickets')
      .set({ phone_key: sql`'+1' || phone_key` })
      .where('phone_key', '<>', '')
      .where('phone_key', 'not like', '+%')
      .execute();
    const withExtension = await db
      .selectFrom('clients')
      .select(['id', 'phone', 'phone_key'])
      .where(sql<boolean>`lower(phone) like '%x%' or phone like '%#%'`)
      .execute();
    for (const { id, phone, phone_key } of withExtension) {
      await db
        .updateTable('repair_tickets')
        .set({ phone_key })
        .where('client_id', '=', id)
        .where('phone_key', '=', phoneKey(phone.replace(/[^\d+]/g, '')))
        .execute();
    }
  },
};
