import { addDays, daysBetween, type WeekDay, weekdayOf } from './calendar-date.ts';

/**
 * The days on which a shop is open, and the further dates on which it is closed: single days and spans, such
 * as holidays and vacations. All dates are calendar dates in the shop's time zone.
 */

export interface ClosedSpan {
  readonly from: string;
  /** Included; the same day for a single one. */
  readonly to: string;
  /** e.g. "Thanksgiving Day"; null if no one named it. */
  readonly name: string | null;
}

export interface OpenDates {
  readonly openDays: readonly WeekDay[];
  readonly closedDates: readonly ClosedSpan[];
}

/** Shop decision: ten years of holidays. */
export const maxClosedDates = 120;
/** How long a past one is kept: reminders still count the open days of recent weeks. */
const keptDays = 60;
/** A shop that is closed for longer can't promise a date. */
const longestClosedDays = 366;
/** How far ahead staff and customers are reminded of closed days. */
const announcedDaysAhead = 7;

/** @returns what is wrong with the span, as a sentence; null if nothing is */
export function closedSpanFault({ from, to }: Pick<ClosedSpan, 'from' | 'to'>): string | null {
  if (to < from) return 'The last closed day must not be before the first';
  return daysBetween(from, to) < longestClosedDays
    ? null
    : `A closed period can be at most ${longestClosedDays} days`;
}

/** @returns those that aren't long past, so that a shop never reaches the limit; one still being typed is kept */
export const withoutLongPast = <Span extends Pick<ClosedSpan, 'from' | 'to'>>(
  spans: readonly Span[],
  today: string,
): Span[] =>
  spans.filter(({ from, to }) => {
    const last = to || from;
    return last === '' || last >= addDays(today, -keptDays);
  });

/** @returns the closed span that contains the date; null if none does */
export const closedSpanOn = (date: string, closedDates: readonly ClosedSpan[]): ClosedSpan | null =>
  closedDates.find(({ from, to }) => from <= date && date <= to) ?? null;

export const isOpenOn = (date: string, { openDays, closedDates }: OpenDates): boolean =>
  openDays.includes(weekdayOf(date)) && closedSpanOn(date, closedDates) === null;

/**
 * @param today the shop's date
 * @returns the closed dates of the week from then on that make a difference (a Sunday that is always closed
 *   doesn't), earliest first
 */
export function comingClosures({ openDays, closedDates }: OpenDates, today: string): ClosedSpan[] {
  const coming = Array.from({ length: announcedDaysAhead }, (_, days) =>
    addDays(today, days),
  ).filter((date) => openDays.includes(weekdayOf(date)));
  return closedDates
    .filter(({ from, to }) => coming.some((date) => from <= date && date <= to))
    .toSorted((one, other) => (one.from < other.from ? -1 : 1));
}
