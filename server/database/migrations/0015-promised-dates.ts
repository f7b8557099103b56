import { type Kysely, sql } from 'kysely';

/** What is open, in literals: a partial index is taken only by statements that say the same. */
const isOpen = `status in ('pending', 'assigned', 'in-progress', 'estimate-sent',
  'estimate-accepted', 'estimate-declined') and deleted_at is null`;

/** By when a repair is promised. Dates on the calendar, as 2026-03-05. */
export const promisedDates = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    for (const column of ['expected_on', 'first_expected_on']) {
      await schema.alterTable('repair_tickets').addColumn(column, 'text').execute();
    }
    const index = (name: string, columns: string, condition: string) =>
      sql.raw(`create index ${name} on repair_tickets (${columns}) where ${condition}`).execute(db);
    // The nearest date first, what has none last: the same order on both engines.
    await index('tickets_by_promise', "coalesce(expected_on, '9999-12-31'), id", isOpen);
    // What needs attention: promised and not begun; nothing has happened for long.
    await index(
      'tickets_not_begun',
      'expected_on, id',
      "status in ('pending', 'assigned') and deleted_at is null and expected_on is not null",
    );
    await index(
      'tickets_at_rest',
      'updated_at, id',
      `status in ('pending', 'assigned', 'in-progress', 'estimate-sent') and deleted_at is null`,
    );
  },
};
