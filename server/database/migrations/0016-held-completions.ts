import { type Kysely, sql } from 'kysely';

/** A completion can be undone for a while, and its text waits as long. */
export const heldCompletions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('repair_tickets').addColumn('held_until', 'text').execute();
    await sql`create index tickets_held on repair_tickets (held_until) where
      held_until is not null`.execute(db);
  },
};
