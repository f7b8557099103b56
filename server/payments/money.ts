import { Readable } from 'node:stream';
import type { ExpressionBuilder } from 'kysely';
import type { Checked } from '../../domain/api.ts';
import type { ClosedDay, DayPayment, Money } from '../../domain/api-money.ts';
import { dateIn } from '../../domain/calendar-date.ts';
import { hourMs, zoneInForce } from '../../domain/clock.ts';
import {
  cashChangedWords,
  cashExpected,
  closedWords,
  closeRefusal,
  dateOfPayment,
  momentsOf,
  type PaymentGroup,
  type Span,
  spanEndsEarly,
  sumsOf,
  taxByRate,
} from '../../domain/day-money.ts';
import { centsFromDollars, dollarsFromCents } from '../../domain/money.ts';
import { moneyCsvHead, moneyCsvRow } from '../../domain/money-file.ts';
import { fieldProblem, Problem } from '../../domain/problems.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import { afterCursor, type Page, type PageRequest, pageOf } from '../database/page.ts';
import type { Handle, PaymentsTable, Tables } from '../database/tables.ts';
import { actingNow } from '../history/acting.ts';
import { record } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import { readShopSettings } from '../settings/store.ts';
import {
  closedDaysIn,
  findClosedDay,
  findClosing,
  inDollars,
  insertClosedDay,
} from './closed-days.ts';
import { toPayment } from './store.ts';

/**
 * The money of a range of days in the shop's time, and closing a day. A payment counts even if its ticket is
 * deleted, or gone for good: the money was taken.
 */

const zoneOf = async (db: Handle) => zoneInForce(await readShopSettings(db));

/** The days asked for; today if none are given. */
export async function spanOf(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Span> {
  const first = from ?? dateIn(clock(), await zoneOf(database.read));
  if (to !== undefined && to < first) throw fieldProblem('to', spanEndsEarly);
  return { from: first, to: to ?? first };
}

/** No two time zones are further apart. In milliseconds. */
const zonesApart = 26 * hourMs;
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Which payments belong to a span. One that a closing has counted belongs to the day that was closed, no
 * matter how the shop's time zone has changed since; any other belongs to its day in the shop's time.
 */
function isInSpan(span: Span, timeZone: string) {
  const { since, until } = momentsOf(span, timeZone);
  const { from, to } = span;
  return ({ eb, and, or }: ExpressionBuilder<Tables & { payment: PaymentsTable }, 'payment'>) =>
    and([
      // A counted payment is near its day; only with this bound does the index by time help.
      eb('payment.at', '>=', isoTime(since - zonesApart)),
      eb('payment.at', '<', isoTime(Math.min(until + zonesApart, lastMoment))),
      or([
        and([eb('payment.closed_day', '>=', from), eb('payment.closed_day', '<=', to)]),
        and([
          eb('payment.closed_day', 'is', null),
          eb('payment.at', '>=', isoTime(since)),
          eb('payment.at', '<', isoTime(until)),
        ]),
      ]),
    ]);
}

const sumsInDollars = (groups: readonly PaymentGroup[]) => ({
  ...inDollars(sumsOf(groups)),
  taxByRate: taxByRate(groups).map(({ taxThousandths, tax }) => ({
    taxThousandths,
    tax: dollarsFromCents(tax),
  })),
});

/** @returns the sums of a span's payments */
export async function moneyOf(db: Handle, span: Span): Promise<Money> {
  const groups = await db
    .selectFrom('payments as payment')
    .select(({ fn, eb }) => [
      'kind',
      'method',
      'tax_thousandths',
      eb.case().when('voided_at', 'is', null).then(0).else(1).end().as('voided'),
      fn.countAll().as('count'),
      fn.sum('amount_cents').as('amount'),
      fn.sum('tax_cents').as('tax'),
    ])
    .where(isInSpan(span, await zoneOf(db)))
    .groupBy(['kind', 'method', 'tax_thousandths', 'voided'])
    .execute();
  const summed = groups.map(({ kind, method, tax_thousandths, voided, count, amount, tax }) => ({
    kind,
    method,
    isVoided: Number(voided) === 1,
    count: Number(count),
    amountCents: Number(amount),
    taxCents: Number(tax),
    taxThousandths: tax_thousandths,
  }));
  return { ...span, ...sumsInDollars(summed), closedDays: await closedDaysIn(db, span) };
}

/** The payments of a span, with the customer's name. */
const paymentRows = (db: Handle, span: Span, timeZone: string) =>
  db
    .selectFrom('payments as payment')
    .leftJoin('repair_tickets as ticket', 'ticket.ticket_number', 'payment.ticket_number')
    .leftJoin('clients as client', 'client.id', 'ticket.client_id')
    .selectAll('payment')
    .select(({ eb }) => [
      'client.name as customer_name',
      eb.case().when('ticket.deleted_at', 'is', null).then(0).else(1).end().as('is_ticket_deleted'),
    ])
    .where(isInSpan(span, timeZone));

type PaymentRow = PaymentsTable & { customer_name: string | null; is_ticket_deleted: number };

/** @param closed the closed days in the span */
const toDayPayment =
  (closed: readonly ClosedDay[], timeZone: string) =>
  (row: PaymentRow): DayPayment => {
    const date = row.closed_day ?? dateOfPayment(row.at, timeZone);
    const closing = closed.find((day) => day.date === date);
    const last = row.voided_at ?? row.at;
    return {
      ...toPayment(row),
      customerName: row.customer_name,
      isAfterClosing: closing !== undefined && (row.closed_day === null || last > closing.closedAt),
      isTicketDeleted: row.customer_name === null || Number(row.is_ticket_deleted) === 1,
    };
  };

/** The payments of a span, newest first. */
export async function listPayments(
  db: Handle,
  { limit, cursor, ...span }: Span & PageRequest,
): Promise<Page<DayPayment>> {
  const timeZone = await zoneOf(db);
  const rows = await paymentRows(db, span, timeZone)
    .where(afterCursor(['payment.at', 'payment.id'], cursor))
    .orderBy('payment.at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(limit + 1)
    .execute();
  const toItem = toDayPayment(await closedDaysIn(db, span), timeZone);
  return pageOf(rows, limit, ({ at, id }) => [at, id], toItem);
}

/** Enough rows to be quick, few enough to fit in memory no matter how long the span is. */
const rowsOfFile = 500;

async function* fileTexts(db: Handle, span: Span): AsyncGenerator<string> {
  const timeZone = await zoneOf(db);
  const toItem = toDayPayment(await closedDaysIn(db, span), timeZone);
  const inOrder = paymentRows(db, span, timeZone)
    .orderBy('payment.at')
    .orderBy('payment.id')
    .limit(rowsOfFile);
  yield moneyCsvHead();
  let rows = await inOrder.execute();
  while (rows.length > 0) {
    yield rows.map((row) => moneyCsvRow(toItem(row), timeZone)).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsOfFile) return;
    rows = await inOrder
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('payment.at', 'payment.id'), '>', tuple(last.at, last.id)),
      )
      .execute();
  }
}

/** The payments of a span as a file, oldest first, made while it is read. @returns its name and content */
export function paymentsFile(db: Handle, span: Span): { name: string; file: Readable } {
  const { from, to } = span;
  return {
    name: `payments-${from === to ? from : `${from}-to-${to}`}.csv`,
    file: Readable.from(fileTexts(db, span), { objectMode: false }),
  };
}

const inCents = (dollars: number) => centsFromDollars(dollars) ?? 0;

type Closing = Checked<'closeDay', 'body'>;

const isSameClosing = ({ id, date, float, counted, note }: ClosedDay, asked: Closing): boolean =>
  id === asked.closingId &&
  date === asked.date &&
  float === asked.float &&
  counted === asked.counted &&
  note === asked.note;

const toGroup = (row: PaymentsTable): PaymentGroup => ({
  kind: row.kind,
  method: row.method,
  isVoided: row.voided_at !== null,
  count: 1,
  amountCents: row.amount_cents,
  taxCents: row.tax_cents,
  taxThousandths: row.tax_thousandths,
});

/**
 * Closes a day with the cash that was counted. The payments in it are marked, so one that is recorded at the
 * same moment is either in it or after it. Repeating the same `closingId` with the same content returns the
 * closed day.
 *
 * @throws Problem validation-failed for a future day; day-closed with the closing that came first;
 *   changed-meanwhile if the expected cash is not what was seen
 */
export function closeDay(
  { database, clock }: Deps,
  asked: Closing,
): Promise<{ closedDay: ClosedDay; isRepeat: boolean }> {
  const now = clock();
  const { date, counted, note } = asked;
  return database.transact(async (tx) => {
    const timeZone = await zoneOf(tx);
    const refusal = closeRefusal(date, dateIn(now, timeZone));
    if (refusal !== null) throw fieldProblem('date', refusal);
    await dialectOf(tx).lock(tx, 'closed days');
    const existing = (await findClosedDay(tx, date)) ?? (await findClosing(tx, asked.closingId));
    if (existing && isSameClosing(existing, asked)) return { closedDay: existing, isRepeat: true };
    if (existing) {
      throw new Problem('day-closed', {
        detail: closedWords(existing, counted),
        extra: { closedDay: existing },
      });
    }
    const { since, until } = momentsOf({ from: date, to: date }, timeZone);
    const payments = await tx
      .updateTable('payments')
      .set({ closed_day: date })
      .where('closed_day', 'is', null)
      .where('at', '>=', isoTime(since))
      .where('at', '<', isoTime(until))
      .returningAll()
      .execute();
    const groups = payments.map(toGroup);
    const sums = sumsOf(groups);
    const cash = dollarsFromCents(cashExpected(inCents(asked.float), sums));
    if (cash !== asked.seenCash) {
      throw new Problem('changed-meanwhile', {
        detail: cashChangedWords(asked.seenCash, cash),
        extra: { money: { from: date, to: date, ...sumsInDollars(groups), closedDays: [] } },
      });
    }
    const at = isoTime(now);
    await insertClosedDay(
      tx,
      {
        day: date,
        id: asked.closingId,
        closed_at: at,
        float_cents: inCents(asked.float),
        counted_cents: inCents(counted),
        note,
        ...actingNow(),
      },
      sums,
    );
    const closedDay = await findClosedDay(tx, date);
    if (!closedDay) throw new Error('The closed day is not stored');
    const { total, difference } = closedDay;
    await record(tx, {
      at,
      events: [
        {
          kind: 'day-closed',
          actor: 'staff',
          data: { before: null, after: { date, total, counted, difference, note } },
        },
      ],
      changes: [{ entity: 'closed-day', id: date, what: 'closed', ticketNumber: null }],
    });
    return { closedDay, isRepeat: false };
  });
}
