import { type Kysely, sql } from 'kysely';

/**
 * What undoing an assignment and switching same-day off bring back, which until now the history told. A shop
 * that an earlier version closed for moving is open: nothing else could open it.
 */
export const undoAndClosing = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['last_assignment', 'same_day_switch']) {
      await db.schema.alterTable('repair_tickets').addColumn(column, 'text').execute();
    }
    await sql`delete from settings where key = 'closed-for-moving'`.execute(db);
  },
};
