import {
  addDays,
  dateIn,
  dateText,
  daysBetween,
  firstOfMonth,
  isCalendarDate,
  midnightIn,
  weekDays,
  weekdayOf,
} from './calendar-date.ts';
import { formatPrice, parsePrice } from './money.ts';
import {
  amountFault,
  type PaymentKind,
  type PaymentMethod,
  paymentEffect,
  paymentMethods,
} from './payments.ts';

/**
 * The money of a day, or of any span of days on the shop's calendar, and closing a day by counting the
 * cash. Shop decision (docs/decisions/data.md, "The day's money").
 */

/** A span of dates, including the first and the last. */
export interface Span {
  from: string;
  to: string;
}

export const spanKinds = ['day', 'week', 'month', 'span'] as const;
export type SpanKind = (typeof spanKinds)[number];

export const spanKindLabels: Readonly<Record<SpanKind, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  span: 'Custom',
};

export const spanEndsEarly = 'The last day can’t be before the first';

/** The day, the week from Monday to Sunday, or the month that a date is in. */
export function spanAround(kind: Exclude<SpanKind, 'span'>, date: string): Span {
  if (kind === 'day') return { from: date, to: date };
  if (kind === 'week') {
    const from = addDays(date, -weekDays.indexOf(weekdayOf(date)));
    return { from, to: addDays(from, 6) };
  }
  const from = firstOfMonth(date);
  return { from, to: addDays(firstOfMonth(addDays(from, 31)), -1) };
}

/** The span of the same kind before or after it; a custom one moves by its own length. */
export function adjacentSpan(kind: SpanKind, { from, to }: Span, direction: -1 | 1): Span {
  const next = direction === 1 ? addDays(to, 1) : addDays(from, -1);
  if (kind !== 'span') return spanAround(kind, next);
  const days = daysBetween(from, to);
  return direction === 1
    ? { from: next, to: addDays(next, days) }
    : { from: addDays(next, -days), to: next };
}

/** As it is in an address: "week 2026-11-23", "span 2026-11-01 2026-11-20"; null for today. */
export function writeSpan(kind: SpanKind, { from, to }: Span, today: string): string | null {
  if (kind === 'day' && from === today) return null;
  return kind === 'span' ? `span ${from} ${to}` : `${kind} ${from}`;
}

/** @param text as {@link writeSpan} writes it; anything else is today */
export function readSpan(text: string | null, today: string): Span & { kind: SpanKind } {
  const [word, from = '', to = ''] = (text ?? '').split(' ');
  const kind = spanKinds.find((one) => one === word);
  if (kind === 'span') {
    if (isCalendarDate(from) && isCalendarDate(to) && from <= to) return { kind, from, to };
  } else if (kind !== undefined && isCalendarDate(from)) {
    return { kind, ...spanAround(kind, from) };
  }
  return { kind: 'day', ...spanAround('day', today) };
}

/** e.g. "Mon, Nov 23", "Mon, Nov 23 to Sun, Nov 29", "November 2026" */
export function spanText(kind: SpanKind, { from, to }: Span, today: string): string {
  if (kind === 'month') return monthText(Date.parse(from));
  if (from === to)
    return from === today ? `Today, ${dateText(from, today)}` : dateText(from, today);
  return `${dateText(from, today)} to ${dateText(to, today)}`;
}

const monthText = (at: number) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(at);

/**
 * When a span begins, and when the next one does, in milliseconds since 1970: from midnight to midnight
 * in the shop, 23 or 25 hours apart on days when the clocks change.
 */
export function momentsOf({ from, to }: Span, timeZone: string): { since: number; until: number } {
  return { since: midnightIn(from, timeZone), until: midnightIn(addDays(to, 1), timeZone) };
}

/** All payments of one kind, method and tax rate, voided or not: their count and sum, in whole cents. */
export interface PaymentGroup {
  kind: PaymentKind;
  method: PaymentMethod;
  isVoided: boolean;
  count: number;
  amountCents: number;
  taxCents: number;
  /** In thousandths of a percent; null if there is no tax in them. */
  taxThousandths: number | null;
}

/** The tax of one rate. */
export interface RateTax {
  taxThousandths: number;
  tax: number;
}

/** The tax in valid payments, in whole cents, by rate, the highest first. */
export function taxByRate(groups: readonly PaymentGroup[]): RateTax[] {
  const byRate = new Map<number, number>();
  for (const { isVoided, taxThousandths, taxCents } of groups) {
    if (isVoided || taxThousandths === null) continue;
    byRate.set(taxThousandths, (byRate.get(taxThousandths) ?? 0) + taxCents);
  }
  return [...byRate]
    .filter(([, tax]) => tax !== 0)
    .map(([taxThousandths, tax]) => ({ taxThousandths, tax }))
    .sort((one, other) => other.taxThousandths - one.taxThousandths);
}

/** The sums of payments, in whole cents; voided payments are only in `voided`. */
export interface MoneySums {
  count: number;
  byMethod: Record<PaymentMethod, number>;
  /** The part of the total that is deposits. */
  deposits: number;
  /** What was refunded: 0 or more, and subtracted everywhere else. */
  refunds: number;
  total: number;
  tax: number;
  voided: number;
  cashIn: number;
  cashOut: number;
}

export function sumsOf(groups: readonly PaymentGroup[]): MoneySums {
  const sums: MoneySums = {
    count: 0,
    byMethod: { cash: 0, card: 0, check: 0, other: 0 },
    deposits: 0,
    refunds: 0,
    total: 0,
    tax: 0,
    voided: 0,
    cashIn: 0,
    cashOut: 0,
  };
  for (const group of groups) {
    const { kind, method, amountCents } = group;
    const effect = paymentEffect(group);
    if (group.isVoided) {
      sums.voided += effect;
      continue;
    }
    sums.count += group.count;
    sums.byMethod[method] += effect;
    sums.total += effect;
    sums.tax += group.taxCents;
    if (kind === 'deposit') sums.deposits += amountCents;
    if (kind === 'refund') sums.refunds += amountCents;
    if (method === 'cash' && kind === 'refund') sums.cashOut += amountCents;
    else if (method === 'cash') sums.cashIn += amountCents;
  }
  return sums;
}

/** The methods with something in them, and always cash, which is counted. */
export const methodsShown = (byMethod: Readonly<Record<PaymentMethod, number>>): PaymentMethod[] =>
  paymentMethods.filter((method) => method === 'cash' || byMethod[method] !== 0);

/** What should be in the drawer, in the unit given. */
export const cashExpected = (
  float: number,
  { cashIn, cashOut }: Pick<MoneySums, 'cashIn' | 'cashOut'>,
): number => float + cashIn - cashOut;

/** What was counted against what should be there, in dollars: "exact", "short by $2.00", "over by $1.00". */
export function differenceText(difference: number): string {
  if (difference === 0) return 'exact';
  return `${difference < 0 ? 'short' : 'over'} by ${formatPrice(Math.abs(difference))}`;
}

/**
 * What is asked before a day is closed with a difference: "Close Mon, Nov 23 $46.95 short?" The date
 * doesn't break.
 *
 * @param day as staff read it
 * @param difference in dollars, not 0
 */
export const closingQuestion = (day: string, difference: number): string =>
  `Close ${day.replaceAll(' ', '\u00A0')} ${formatPrice(Math.abs(difference))} ${difference < 0 ? 'short' : 'over'}?`;

/** Counted cash as typed → dollars, or a message for its field. An empty drawer is 0. */
export function readCount(typed: string): { dollars: number } | { message: string } {
  if (typed.trim() === '') return { message: 'Please enter the cash you counted' };
  const dollars = parsePrice(typed);
  if (dollars !== null) return { dollars };
  const meant = Number(typed.replaceAll(/[$,\s]/g, ''));
  const fault = Number.isFinite(meant) && meant > 0 ? amountFault(meant) : null;
  return { message: fault ?? 'Please enter a valid amount' };
}

/** Why a day can't be closed; null if it can. */
export const closeRefusal = (date: string, today: string): string | null =>
  date > today ? 'A day can’t be closed before it has begun' : null;

/**
 * What staff read if a colleague closed the day first: both counts.
 *
 * @param closed in dollars
 */
export function closedWords(
  { date, counted, initials }: { date: string; counted: number; initials: string | null },
  ownCount: number,
): string {
  const who = initials ?? 'Someone else';
  const own = formatPrice(ownCount);
  return `${who} closed ${dateText(date)} first, with ${formatPrice(counted)} counted. You counted ${own}.`;
}

/** What staff read if the expected cash has changed since they saw it. In dollars. */
export const cashChangedWords = (seen: number, now: number): string =>
  `The cash should now be ${formatPrice(now)}, not ${formatPrice(seen)}: a payment was recorded or voided in the meantime. Nothing was closed.`;

/** The shop's date of a payment. @param at ISO 8601 */
export const dateOfPayment = (at: string, timeZone: string): string =>
  dateIn(Date.parse(at), timeZone);
