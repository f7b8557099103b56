import type { StoredRows } from './stored-rows.ts';

/** Leaves a store as migration 0021 left it: without what came after it. */
export async function takeBackTo0021(rows: StoredRows): Promise<void> {
  for (const statement of [
    'drop table completions',
    'drop table purged_repairs',
    'alter table repair_tickets drop column client_at_intake',
    'alter table repair_tickets drop column condition',
    "create index events_of_deleted on events (repair_id) where kind = 'repair-deleted'",
    'drop table parts',
    'alter table estimates drop column told',
    'alter table estimates drop column answered_by',
    ...[
      'approved_up_to_cents',
      ...['other_collector', 'claim_check_seen', 'id_seen', 'shipped_by'],
      ...['tracking_number', 'insured_cents', 'hand_over_id'],
      ...['second_contact', 'second_phone', 'place', 'their_reference'],
    ].map((column) => `alter table repair_tickets drop column ${column}`),
    ...['company', 'language', 'no_texts', 'agreed_to_texts', 'pays_by_statement'].map(
      (column) => `alter table clients drop column ${column}`,
    ),
    'drop table notes',
    "delete from kysely_migration where name >= '0022'",
  ]) {
    await rows.run(statement);
  }
}
