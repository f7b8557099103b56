import { type Kysely, sql } from 'kysely';

/** For lists by the date promised, the nearest first and those without one last; at the bench, same-day first. */
export const listOrders = {
  async up(db: Kysely<unknown>): Promise<void> {
    const order = "is_same_day, coalesce(expected_on, '9999-12-31'), id";
    const run = (statement: string) => sql.raw(statement).execute(db);
    await run(`create index tickets_by_date on repair_tickets (status, ${order})
      where deleted_at is null`);
    await run(`create index tickets_at_bench on repair_tickets (assigned_to, status, ${order})
      where assigned_to is not null and deleted_at is null`);
  },
};
