import type { StoredRows } from './stored-rows.ts';

/** Leaves a store as the release left it before completions had rows of their own, and what came after. */
export async function takeBackCompletions(rows: StoredRows): Promise<void> {
  for (const statement of [
    'drop table completions',
    'drop table purged_repairs',
    'alter table repair_tickets drop column client_at_intake',
    "create index events_of_deleted on events (repair_id) where kind = 'repair-deleted'",
    'drop table parts',
    "delete from kysely_migration where name >= '0023'",
  ]) {
    await rows.run(statement);
  }
}
