import { dateIn, firstOfMonth, midnightIn } from '../../domain/calendar-date.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { fieldProblem } from '../../domain/problems.ts';
import { attentionDates, promisableDates, promiseFault } from '../../domain/promised-date.ts';
import { isoTime } from '../clock.ts';
import type { Handle } from '../database/tables.ts';
import { readShopSettings } from '../shop/settings.ts';
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
