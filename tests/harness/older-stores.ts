import type { StoredRows } from './stored-rows.ts';

/** Leaves a store as migration 0021 left it: without what came after it. */
export async function takeBackTo0021(rows: StoredRows): Promise<void> {
  for (const statement of [
    'drop index messages_failed',
    'drop table completions',
    'drop table purged_repairs',
    ...['client_at_intake', 'last_assignment', 'same_day_switch'].map(
      (column) => `alter table repair_tickets drop column ${column}`,
    ),
    'alter table repair_tickets drop column condition',
    "create index events_of_deleted on events (repair_id) where kind = 'repair-deleted'",
    'drop table parts',
    'alter table estimates drop column told',
    'alter table estimates drop column answered_by',
    'alter table estimates drop column lines',
    'alter table estimates drop column further_to',
    'alter table estimates drop column further_status',
    'drop table closed_days',
    `create table earlier_payments (
      id text primary key,
      ticket_number text not null constraint payments_ticket_number_fkey
        references repair_tickets (ticket_number) on delete cascade,
      kind text not null,
      method text not null,
      amount_cents integer not null,
      note text,
      at text not null,
      session text,
      initials text,
      voided_at text,
      void_reason text
    )`,
    `insert into earlier_payments select id, ticket_number, kind, method, amount_cents, note, at, session,
      initials, voided_at, void_reason from payments`,
    'drop table payments',
    'alter table earlier_payments rename to payments',
    'create index payments_by_ticket on payments (ticket_number, at)',
    ...['estimates', 'repair_tickets'].flatMap((table) => [
      `alter table ${table} drop column tax_thousandths`,
      `alter table ${table} drop column tax_cents`,
    ]),
    ...['by_case_key', 'by_movement_key', 'by_watch'].map((name) => `drop index tickets_${name}`),
    'drop table watches',
    ...[
      'approved_up_to_cents',
      ...['other_collector', 'claim_check_seen', 'id_seen', 'shipped_by'],
      ...['tracking_number', 'insured_cents', 'hand_over_id'],
      ...['second_contact', 'second_phone', 'place', 'their_reference'],
      ...['reference', 'caliber', 'movement_serial'],
      ...['watch_id', 'watch_answer_of', 'case_key', 'movement_key'],
    ].map((column) => `alter table repair_tickets drop column ${column}`),
    ...['company', 'language', 'no_texts', 'agreed_to_texts', 'pays_by_statement'].map(
      (column) => `alter table clients drop column ${column}`,
    ),
    'drop table notes',
    'drop table texting_accounts',
    'drop table texting_tokens',
    'alter table messages drop column account',
    'drop index events_of_restores',
    'drop table text_pictures',
    'drop table measurements',
    'drop table sendings',
    'drop table photos',
    'drop table signatures',
    'drop table warranties',
    'drop table comebacks',
    "delete from kysely_migration where name >= '0022'",
  ]) {
    await rows.run(statement);
  }
}
