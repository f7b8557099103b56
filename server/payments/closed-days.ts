import type { ClosedDay } from '../../domain/api-money.ts';
import { cashExpected, type MoneySums } from '../../domain/day-money.ts';
import { dollarsFromCents } from '../../domain/money.ts';
import { afterCursor, type Page, type PageRequest, pageOf } from '../database/page.ts';
import type { ClosedDaysTable, Handle } from '../database/tables.ts';

/** Closed days, with their sums at the time. */

/** Sums in cents → in dollars, as in the API. */
export const inDollars = ({ count, byMethod, ...sums }: MoneySums) => ({
  count,
  byMethod: mapValues(byMethod, dollarsFromCents),
  ...mapValues(sums, dollarsFromCents),
});

const mapValues = <Key extends string>(
  values: Readonly<Record<Key, number>>,
  change: (value: number) => number,
) =>
  Object.fromEntries(
    Object.entries<number>(values).map(([key, value]) => [key, change(value)]),
  ) as Record<Key, number>;

export function toClosedDay(row: ClosedDaysTable): ClosedDay {
  const byMethod = {
    cash: row.cash_cents,
    card: row.card_cents,
    check: row.check_cents,
    other: row.other_cents,
  };
  const sums: MoneySums = {
    count: row.payments,
    byMethod,
    deposits: row.deposit_cents,
    refunds: row.refund_cents,
    total: Object.values(byMethod).reduce((all, one) => all + one, 0),
    tax: row.tax_cents,
    voided: row.voided_cents,
    cashIn: row.cash_in_cents,
    cashOut: row.cash_out_cents,
  };
  return {
    id: row.id,
    date: row.day,
    closedAt: row.closed_at,
    ...inDollars(sums),
    float: dollarsFromCents(row.float_cents),
    counted: dollarsFromCents(row.counted_cents),
    difference: dollarsFromCents(row.counted_cents - cashExpected(row.float_cents, sums)),
    note: row.note,
    session: row.session,
    initials: row.initials,
  };
}

/** @param sums of the day, in cents */
export async function insertClosedDay(
  tx: Handle,
  day: Omit<ClosedDaysTable, `${string}_cents` | 'payments'> &
    Pick<ClosedDaysTable, 'float_cents' | 'counted_cents'>,
  { byMethod, ...sums }: MoneySums,
): Promise<void> {
  await tx
    .insertInto('closed_days')
    .values({
      ...day,
      payments: sums.count,
      cash_cents: byMethod.cash,
      card_cents: byMethod.card,
      check_cents: byMethod.check,
      other_cents: byMethod.other,
      deposit_cents: sums.deposits,
      refund_cents: sums.refunds,
      tax_cents: sums.tax,
      voided_cents: sums.voided,
      cash_in_cents: sums.cashIn,
      cash_out_cents: sums.cashOut,
    })
    .execute();
}

async function findBy(db: Handle, key: 'day' | 'id', value: string) {
  const row = await db
    .selectFrom('closed_days')
    .selectAll()
    .where(key, '=', value)
    .executeTakeFirst();
  return row && toClosedDay(row);
}

export const findClosedDay = (db: Handle, date: string): Promise<ClosedDay | undefined> =>
  findBy(db, 'day', date);

/** The day that was closed under this id. */
export const findClosing = (db: Handle, id: string): Promise<ClosedDay | undefined> =>
  findBy(db, 'id', id);

/** The closed days in a span, oldest first. */
export async function closedDaysIn(
  db: Handle,
  { from, to }: { from: string; to: string },
): Promise<ClosedDay[]> {
  const rows = await db
    .selectFrom('closed_days')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
  return rows.map(toClosedDay);
}

/** All of them, latest first. */
export async function listClosedDays(
  db: Handle,
  { limit, cursor }: PageRequest,
): Promise<Page<ClosedDay>> {
  const rows = await db
    .selectFrom('closed_days')
    .selectAll()
    .where(afterCursor(['day'], cursor))
    .orderBy('day', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, ({ day }) => [day], toClosedDay);
}
