import type { Repair } from '../../domain/api-answers.ts';
import { dateIn, firstOfMonth, midnightIn } from '../../domain/calendar-date.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { fieldProblem } from '../../domain/problems.ts';
import {
  attentionDates,
  promisableDates,
  promiseFault,
  proposedDate,
} from '../../domain/promised-date.ts';
import { isoTime } from '../base/clock.ts';
import type { Handle } from '../database/tables.ts';
import { ticketEvents } from '../history/store.ts';
import { readShopSettings } from '../settings/store.ts';
import type { AttentionLimits } from '../texts/attention-list.ts';

/** What the shop's calendar says about promised dates. Times are milliseconds since 1970. */

/** @throws Problem validation-failed for a date that may not be promised now */
export async function checkPromise(
  tx: Handle,
  now: number,
  expectedOn: string | null,
): Promise<void> {
  if (expectedOn === null) return;
  const { calendar } = await readShopSettings(tx);
  const message = promiseFault(expectedOn, promisableDates(now, calendar.timeZone));
  if (message !== null) throw fieldProblem('expectedOn', message);
}

type Promised = Pick<Repair, 'expectedOn' | 'firstExpectedOn'>;

/**
 * The dates promised of a locked ticket whose same-day flag is switched. On: as intake proposes it, and the
 * first promise stays. Off: what it was before, unless the date was changed since.
 */
export async function datesOfSwitched(
  tx: Handle,
  { ticketNumber, expectedOn, firstExpectedOn }: Repair,
  isSameDay: boolean,
  now: number,
): Promise<Promised> {
  if (isSameDay) {
    const settings = await readShopSettings(tx);
    const today = dateIn(now, zoneInForce(settings));
    const proposal = proposedDate(isSameDay, today, settings.calendar);
    return { expectedOn: proposal, firstExpectedOn: firstExpectedOn ?? proposal };
  }
  const events = await ticketEvents(tx, ticketNumber);
  const { before, after } = (events.findLast(({ kind }) => kind === 'repair-same-day')?.data ??
    {}) as Partial<Record<'before' | 'after', Partial<Promised>>>;
  const was = after?.expectedOn === expectedOn ? before : {};
  return {
    expectedOn: was?.expectedOn === undefined ? expectedOn : was.expectedOn,
    firstExpectedOn: was?.firstExpectedOn === undefined ? firstExpectedOn : was.firstExpectedOn,
  };
}

/** The shop's calendar day: its date, as 2026-03-09, and when it began. */
export interface ShopDay {
  today: string;
  startedAt: number;
}

export async function shopDay(db: Handle, now: number): Promise<ShopDay> {
  const timeZone = zoneInForce(await readShopSettings(db));
  const today = dateIn(now, timeZone);
  return { today, startedAt: midnightIn(today, timeZone) };
}

/** The shop's calendar month: its first date, as 2026-03-01, and when that began. */
export async function shopMonth(db: Handle, now: number) {
  const timeZone = zoneInForce(await readShopSettings(db));
  const since = firstOfMonth(dateIn(now, timeZone));
  return { since, startedAt: midnightIn(since, timeZone) };
}

/** Which tickets need a look because of the calendar. */
export async function attentionLimits(db: Handle, now: number): Promise<AttentionLimits> {
  const settings = await readShopSettings(db);
  const { openDays } = settings.calendar;
  const dates = attentionDates(now, zoneInForce(settings), openDays);
  return {
    dueBy: dates.dueBy,
    takenInBefore: isoTime(dates.takenInBefore),
    quietBefore: isoTime(dates.quietBefore),
  };
}
