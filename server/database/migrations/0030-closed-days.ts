import { type Kysely, sql } from 'kysely';
import type { Engine } from './frozen/engine.ts';

/**
 * The money was taken: a payment stays when its ticket is deleted for good. SQLite drops a foreign key only
 * with its table.
 */
const withoutTicketKey: Readonly<Record<Engine, readonly string[]>> = {
  postgres: ['alter table payments drop constraint payments_ticket_number_fkey'],
  sqlite: [
    `create table kept_payments (
      id text primary key,
      ticket_number text not null,
      kind text not null check (kind in ('deposit', 'payment', 'refund')),
      method text not null check (method in ('cash', 'card', 'check', 'other')),
      amount_cents integer not null check (amount_cents between 1 and 99999999),
      note text,
      at text not null,
      session text,
      initials text,
      voided_at text,
      void_reason text,
      tax_cents integer not null default 0
    )`,
    `insert into kept_payments select id, ticket_number, kind, method, amount_cents, note, at, session,
      initials, voided_at, void_reason, tax_cents from payments`,
    'drop table payments',
    'alter table kept_payments rename to payments',
    'create index payments_by_ticket on payments (ticket_number, at)',
  ],
};

/**
 * Days that were closed with the cash that was counted, and which payments were in them: one that comes
 * later changes none.
 */
export const closedDays = (engine: Engine) => ({
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
    for (const statement of withoutTicketKey[engine]) await sql.raw(statement).execute(db);
    await sql.raw('alter table payments add column closed_day text').execute(db);
    await sql.raw('create index payments_by_time on payments (at, id)').execute(db);
  },
});
