import { type Kysely, sql } from 'kysely';

/**
 * Days that were closed with the cash that was counted, and which payments were in them: one that comes
 * later changes none.
 */
export const closedDays = {
  async up(db: Kysely<unknown>): Promise<void> {
    const cents = (name: string) => `${name} integer not null`;
    await sql
      .raw(
        `create table closed_days (
          day text primary key,
          id text not null unique,
          closed_at text not null,
          float_cents integer not null check (float_cents between 0 and 99999999),
          counted_cents integer not null check (counted_cents between 0 and 99999999),
          note text,
          payments integer not null,
          ${['cash', 'card', 'check', 'other'].map((method) => cents(`${method}_cents`)).join(', ')},
          ${['deposit', 'refund', 'tax', 'voided', 'cash_in', 'cash_out'].map((sum) => cents(`${sum}_cents`)).join(', ')},
          session text,
          initials text
        )`,
      )
      .execute(db);
    await sql.raw('alter table payments add column closed_day text').execute(db);
    await sql.raw('create index payments_by_time on payments (at, id)').execute(db);
  },
};
