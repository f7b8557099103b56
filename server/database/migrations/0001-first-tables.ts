import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Engine } from './frozen/engine.ts';

const repairStatuses = [
  'pending',
  'assigned',
  'in-progress',
  'completed',
  'ready',
  'estimate-sent',
  'estimate-accepted',
  'estimate-declined',
];
const estimateStatuses = ['sent', 'accepted', 'declined', 'assigned', 'completed'];
const responseStatuses = ['pending', 'sent', 'accepted', 'declined'];

const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);

/** Adds a primary key that counts up automatically. */
const addCountingColumn = <Name extends string>(
  engine: Engine,
  table: CreateTableBuilder<Name>,
  column: string,
): CreateTableBuilder<Name, string> =>
  engine === 'sqlite'
    ? table.addColumn(column, 'integer', (c) => c.primaryKey().autoIncrement())
    : table.addColumn(column, 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity());

/** The tables of the first version. Written in the parts of SQL that both engines share. */
export function firstTables(engine: Engine) {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const schema = db.schema;
      await schema
        .createTable('clients')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('name', 'text', (c) => c.notNull().defaultTo('Unknown'))
        .addColumn('email', 'text', (c) => c.notNull().defaultTo(''))
        .addColumn('email_key', 'text', (c) => c.notNull())
        .addColumn('phone', 'text', (c) => c.notNull().defaultTo(''))
        .addColumn('address', 'text')
        .addColumn('search_text', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .addColumn('deleted_at', 'text')
        .execute();
      await schema
        .createIndex('clients_by_email')
        .on('clients')
        .columns(['email_key', 'id'])
        .where(sql.ref('deleted_at'), 'is', null)
        .execute();

      await schema
        .createTable('repair_tickets')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('repair_id', 'text', (c) => c.notNull().unique())
        .addColumn('ticket_number', 'text', (c) => c.notNull().unique())
        .addColumn('client_id', 'text', (c) => c.notNull().references('clients.id'))
        .addColumn('phone_key', 'text', (c) => c.notNull())
        .addColumn('watch_brand', 'text', (c) => c.notNull())
        .addColumn('watch_model', 'text', (c) => c.notNull())
        .addColumn('serial_number', 'text')
        .addColumn('issue_description', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull().check(oneOf('status', repairStatuses)))
        .addColumn('is_same_day', 'integer', (c) =>
          c.notNull().defaultTo(0).check(sql`is_same_day in (0, 1)`),
        )
        .addColumn('price_cents', 'integer', (c) => c.check(sql`price_cents >= 0`))
        .addColumn('price_notes', 'text')
        .addColumn('initial_photo_url', 'text')
        .addColumn('completed_photo_url', 'text')
        .addColumn('completed_at', 'text')
        .addColumn('completion_notes', 'text')
        .addColumn('assigned_to', 'text')
        .addColumn('assigned_watchmaker', 'text')
        .addColumn('sms_sent', 'integer', (c) =>
          c.notNull().defaultTo(0).check(sql`sms_sent in (0, 1)`),
        )
        .addColumn('search_text', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute();
      const tickets = (name: string, columns: string[]) =>
        schema.createIndex(name).on('repair_tickets').columns(columns).execute();
      await tickets('tickets_by_status', ['status', 'id']);
      await tickets('tickets_by_client', ['client_id', 'id']);
      await schema
        .createIndex('tickets_by_technician')
        .on('repair_tickets')
        .columns(['assigned_to', 'status'])
        .where(sql.ref('assigned_to'), 'is not', null)
        .execute();
      await tickets('tickets_by_phone', ['phone_key', 'created_at']);

      await schema
        .createTable('estimates')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('repair_id', 'text', (c) =>
          c.notNull().references('repair_tickets.ticket_number').onDelete('cascade'),
        )
        .addColumn('customer_name', 'text', (c) => c.notNull())
        .addColumn('customer_phone', 'text', (c) => c.notNull())
        .addColumn('texted_phone', 'text', (c) => c.notNull())
        .addColumn('estimate_price_cents', 'integer', (c) =>
          c.notNull().check(sql`estimate_price_cents > 0`),
        )
        .addColumn('notes', 'text')
        .addColumn('status', 'text', (c) => c.notNull().check(oneOf('status', estimateStatuses)))
        .addColumn('response_status', 'text', (c) =>
          c.notNull().check(oneOf('response_status', responseStatuses)),
        )
        .addColumn('sent_at', 'text', (c) => c.notNull())
        .addColumn('accepted_at', 'text')
        .addColumn('declined_at', 'text')
        .addColumn('customer_reply', 'text')
        .addColumn('responded_at', 'text')
        .addColumn('replaced_at', 'text')
        .addColumn('message_id', 'text', (c) => c.notNull().unique())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();
      // One estimate at a time counts for a ticket.
      await schema
        .createIndex('estimates_current')
        .on('estimates')
        .column('repair_id')
        .unique()
        .where(sql.ref('replaced_at'), 'is', null)
        .execute();
      await schema
        .createIndex('estimates_by_phone')
        .on('estimates')
        .columns(['texted_phone', 'sent_at'])
        .execute();
      await schema
        .createIndex('estimates_listed')
        .on('estimates')
        .columns(['status', 'sent_at', 'id'])
        .where(sql.ref('replaced_at'), 'is', null)
        .execute();

      await schema
        .createTable('messages')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('direction', 'text', (c) =>
          c.notNull().check(oneOf('direction', ['outbound', 'inbound'])),
        )
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('ticket_number', 'text')
        .addColumn('phone', 'text', (c) => c.notNull())
        .addColumn('body', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('provider_sid', 'text', (c) => c.unique())
        .addColumn('error_code', 'text')
        .addColumn('intent', 'text')
        .addColumn('meaning', 'text')
        .addColumn('attention', 'text')
        .addColumn('media_count', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute();
      await schema
        .createIndex('messages_by_ticket')
        .on('messages')
        .columns(['ticket_number', 'id'])
        .execute();
      await schema
        .createIndex('messages_by_phone')
        .on('messages')
        .columns(['phone', 'created_at'])
        .execute();
      await schema
        .createIndex('messages_unsettled')
        .on('messages')
        .column('created_at')
        .where(sql.ref('state'), 'in', ['sending', 'unknown'])
        .execute();

      await schema
        .createTable('phones')
        .addColumn('phone', 'text', (c) => c.primaryKey())
        .addColumn('opted_out_at', 'text')
        .execute();

      await addCountingColumn(engine, schema.createTable('events'), 'id')
        .addColumn('at', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('actor', 'text', (c) =>
          c.notNull().check(oneOf('actor', ['staff', 'customer', 'system'])),
        )
        .addColumn('ticket_number', 'text')
        .addColumn('repair_id', 'text')
        .addColumn('client_id', 'text')
        .addColumn('data', 'text', (c) => c.notNull())
        .execute();
      await schema
        .createIndex('events_by_ticket')
        .on('events')
        .columns(['ticket_number', 'id'])
        .execute();

      await schema
        .createIndex('events_of_deleted')
        .on('events')
        .column('repair_id')
        .where(sql.ref('kind'), '=', 'repair-deleted')
        .execute();

      await addCountingColumn(engine, schema.createTable('changes'), 'revision')
        .addColumn('at', 'text', (c) => c.notNull())
        .addColumn('entity', 'text', (c) => c.notNull())
        .addColumn('entity_id', 'text', (c) => c.notNull())
        .addColumn('what', 'text', (c) => c.notNull())
        .addColumn('ticket_number', 'text')
        .execute();

      await schema
        .createTable('sessions')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('last_seen_at', 'text', (c) => c.notNull())
        .execute();
      await schema
        .createTable('login_failures')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('at', 'text', (c) => c.notNull())
        .addColumn('address', 'text', (c) => c.notNull())
        .execute();
      await schema
        .createIndex('login_failures_by_time')
        .on('login_failures')
        .column('at')
        .execute();
      await schema
        .createTable('settings')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute();
    },
  };
}
