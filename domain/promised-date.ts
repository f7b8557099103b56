import type { Repair } from './api-answers.ts';
import { addDays, dateIn, dateStepMs, daysBetween, midnightIn } from './calendar-date.ts';
import { hourMs } from './clock.ts';
import { closedSpanOn, isOpenOn, type OpenDates } from './closed-dates.ts';
import { isOpen, type RepairStatus } from './repair-status.ts';

/**
 * The date a watch is promised for: proposed at intake, watched until it is done, moved by the days that
 * an estimate waited. Shop decision (docs/decisions/states.md, "Promised dates"). All dates are
 * calendar dates in the shop's time zone.
 */

/** What the rules need of the shop's settings. */
interface ShopCalendar extends OpenDates {
  /** How long a repair usually takes. */
  readonly usualDays: number;
}

/** How far ahead a date may be promised: two years. */
export const furthestDays = 730;

/** How close a promised date must be before an unstarted repair needs attention: two open days. */
const soonOpenDays = 2;

/** The person who has just taken it in knows about it: 3 hours. */
const freshMs = 3 * hourMs;

/** A ticket without any change for this long deserves a look: 14 days. */
const quietDays = 14;

/**
 * @returns the date itself if the shop is open, else the next open day; itself if there is none within the
 *   time for which anything may be promised
 */
export function nextOpenDay(date: string, open: OpenDates): string {
  for (let days = 0; days <= furthestDays; days += 1) {
    const found = addDays(date, days);
    if (isOpenOn(found, open)) return found;
  }
  return date;
}

/** @returns the open day that is the `count`th after the date */
export function openDaysAfter(date: string, count: number, open: OpenDates): string {
  let found = date;
  for (let day = 0; day < count; day += 1) found = nextOpenDay(addDays(found, 1), open);
  return found;
}

/** @returns the `count`th open day before the date; the date itself if the shop is never open */
export function openDayBefore(date: string, count: number, open: OpenDates): string {
  let found = date;
  for (let days = 1, left = count; left > 0 && days <= furthestDays; days += 1) {
    const day = addDays(date, -days);
    if (!isOpenOn(day, open)) continue;
    found = day;
    left -= 1;
  }
  return found;
}

/**
 * What the field holds at intake: today for a same-day repair, else an open day after the usual days. Those
 * are calendar days, including weekly closed days but not closed dates, when no one works.
 */
export function proposedDate(
  isSameDay: boolean,
  today: string,
  { usualDays, ...open }: ShopCalendar,
): string {
  if (isSameDay) return today;
  let date = today;
  for (let days = 0, left = usualDays; left > 0 && days < furthestDays; days += 1) {
    date = addDays(date, 1);
    if (closedSpanOn(date, open.closedDates) === null) left -= 1;
  }
  return nextOpenDay(date, open);
}

/**
 * Which dates may be promised now. Until the shop has set its time zone, "today" is any date that is
 * still today somewhere: the server's own zone may differ from the counter's.
 *
 * @param now milliseconds since 1970
 * @returns the first and the last one
 */
export function promisableDates(
  now: number,
  timeZone: string | null,
): { first: string; last: string } {
  if (timeZone !== null) {
    const today = dateIn(now, timeZone);
    return { first: today, last: addDays(today, furthestDays) };
  }
  const first = dateIn(now - 12 * hourMs, 'UTC');
  const last = dateIn(now + 14 * hourMs, 'UTC');
  return { first, last: addDays(last, furthestDays) };
}

/** @returns the message if the date may not be promised; null if it may */
export function promiseFault(
  date: string,
  { first, last }: { first: string; last: string },
): string | null {
  if (date < first) return 'Date promised is in the past: choose today or a later day';
  return date > last ? 'Date promised must be within two years' : null;
}

/** A state of a promise that screens point out. */
export type PromiseState =
  | { readonly kind: 'waits-for-customer' }
  | { readonly kind: 'due-today' }
  | { readonly kind: 'overdue'; readonly days: number };

/**
 * @returns null if nothing is promised or the repair is done; also if the day is still to come, unless an
 *   estimate waits for the customer
 */
export function promiseState(
  { expectedOn, status }: Pick<Repair, 'expectedOn' | 'status'>,
  today: string,
): PromiseState | null {
  if (expectedOn === null || !isOpen(status)) return null;
  if (status === ('estimate-sent' satisfies RepairStatus)) return { kind: 'waits-for-customer' };
  if (expectedOn > today) return null;
  const days = daysBetween(expectedOn, today);
  return days === 0 ? { kind: 'due-today' } : { kind: 'overdue', days };
}

/** The words of a state, the same everywhere. */
export function promiseWords(state: PromiseState): string {
  if (state.kind === 'waits-for-customer') return 'Waiting on customer';
  if (state.kind === 'due-today') return 'Due today';
  return `Overdue ${state.days} ${state.days === 1 ? 'day' : 'days'}`;
}

/**
 * The work has not begun, so the date may still be moved by the time that the customer took to
 * answer.
 */
const shiftableStatuses: readonly string[] = [
  'estimate-accepted',
  'assigned',
] satisfies RepairStatus[];

type AnsweredRepair = Pick<
  Repair,
  'status' | 'expectedOn' | 'estimateSentAt' | 'estimateAcceptedAt'
>;

/**
 * The offer after an ACCEPT: the date promised, later by the days that the estimate waited, on an
 * open day. Staff decide.
 *
 * @param decidedAt when the date was last changed; ISO 8601, UTC, null for never
 * @returns null if there is nothing to move: the answer came the same day, or the date has been changed since
 */
export function shiftOffer(
  { status, expectedOn, estimateSentAt, estimateAcceptedAt }: AnsweredRepair,
  decidedAt: string | null,
  timeZone: string,
  open: OpenDates,
): { readonly days: number; readonly date: string } | null {
  if (expectedOn === null || estimateSentAt === null || estimateAcceptedAt === null) return null;
  if (!shiftableStatuses.includes(status)) return null;
  if (decidedAt !== null && decidedAt >= estimateAcceptedAt) return null;
  const dateOf = (iso: string) => dateIn(Date.parse(iso), timeZone);
  const days = daysBetween(dateOf(estimateSentAt), dateOf(estimateAcceptedAt));
  return days > 0 ? { days, date: nextOpenDay(addDays(expectedOn, days), open) } : null;
}

/**
 * Which open tickets need a look because of the calendar.
 *
 * @param now milliseconds since 1970
 * @returns `dueBy`: a repair promised for this date or earlier should have been begun;
 *   `takenInBefore`: a ticket taken in before this moment has had time to be begun; `quietBefore`:
 *   one last changed before this moment has been quiet for too long. Both in milliseconds since
 *   1970. They change at multiples of {@link dateStepMs} only
 */
export function attentionDates(
  now: number,
  timeZone: string,
  open: OpenDates,
): { readonly dueBy: string; readonly takenInBefore: number; readonly quietBefore: number } {
  const today = dateIn(now, timeZone);
  return {
    dueBy: openDaysAfter(today, soonOpenDays, open),
    takenInBefore: now - (now % dateStepMs) - freshMs,
    quietBefore: midnightIn(addDays(today, 1 - quietDays), timeZone),
  };
}
