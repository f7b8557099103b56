import { type Kysely, sql } from 'kysely';

/** By when a repair is promised. Dates on the calendar, as 2026-03-05. */
export const promisedDates = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    for (const column of ['expected_on', 'first_expected_on']) {
      await schema.alterTable('repair_tickets').addColumn(column, 'text').execute();
    }
    const index = (name: string, columns: string, condition: string) =>
      sql.raw(`create index ${name} on repair_tickets (${columns}) where ${condition}`).execute(db);
    // What needs attention: promised and not begun; nothing has happened for a long time.
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
