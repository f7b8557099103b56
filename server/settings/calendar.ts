import { dateIn, firstOfMonth, midnightIn } from '../../domain/calendar-date.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { attentionDates } from '../../domain/promised-date.ts';
import { isoTime } from '../base/clock.ts';
import type { Handle } from '../database/tables.ts';
import { readShopSettings } from './store.ts';

/** What the shop's calendar says about a moment. Times are milliseconds since 1970. */

/** The shop's calendar day: its date, such as 2026-03-09, when it began, and its time zone. */
export interface ShopDay {
  today: string;
  startedAt: number;
  /** IANA name. */
  timeZone: string;
}

export async function shopDay(db: Handle, now: number): Promise<ShopDay> {
  const timeZone = zoneInForce(await readShopSettings(db));
  const today = dateIn(now, timeZone);
  return { today, startedAt: midnightIn(today, timeZone), timeZone };
}

/** The shop's calendar month: its first date, as 2026-03-01, and when that began. */
export async function shopMonth(db: Handle, now: number) {
  const timeZone = zoneInForce(await readShopSettings(db));
  const since = firstOfMonth(dateIn(now, timeZone));
  return { since, startedAt: midnightIn(since, timeZone) };
}

/** What the calendar makes a case of; a ticket is at most one of these cases. */
export interface AttentionLimits {
  /** Anything expected earlier is late. */
  today: string;
  /** A repair promised for this date or earlier should have been begun. */
  dueBy: string;
  /** What was taken in later has not had time to be begun. */
  takenInBefore: string;
  /** What was last changed or texted before this has been quiet too long. */
  quietBefore: string;
}

export async function attentionLimits(db: Handle, now: number): Promise<AttentionLimits> {
  const settings = await readShopSettings(db);
  const timeZone = zoneInForce(settings);
  const dates = attentionDates(now, timeZone, settings.calendar);
  return {
    today: dateIn(now, timeZone),
    dueBy: dates.dueBy,
    takenInBefore: isoTime(dates.takenInBefore),
    quietBefore: isoTime(dates.quietBefore),
  };
}
