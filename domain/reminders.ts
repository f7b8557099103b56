import { dateIn, daysBetween } from './calendar-date.ts';
import { dayMs, localTime } from './clock.ts';
import { hoursOn } from './opening-hours.ts';
import { pickupReminderDays } from './pickup.ts';
import { openDayBefore } from './promised-date.ts';
import type { ShopSettings } from './shop-settings.ts';

/**
 * What is texted as time passes: a reminder about an estimate, which also expires, and two about a
 * watch that is ready for pickup. All are off until a shop sets them. Shop decision
 * (docs/decisions/texts.md, "Reminders and expiry").
 */

/** The part of the shop's settings that the rules need. */
type TextingRules = Pick<ShopSettings, 'texts' | 'calendar'>;

/**
 * How late a reminder may still be sent: a shop that turns reminders on must not text last year's customers.
 * In open days, so that what became due during a vacation is sent after it.
 */
const latestOpenDays = 7;

/**
 * The span in question: what began to wait within it has now waited this many days, so its text is due. What
 * was due before the store was restored may have been texted since the backup, so it is left out.
 */
function waitedSpan(
  { calendar }: TextingRules,
  days: number,
  now: number,
  restoredAt: number | null,
) {
  const to = now - days * dayMs;
  const today = dateIn(now, calendar.timeZone ?? 'UTC');
  const latest = openDayBefore(today, latestOpenDays, calendar);
  const late = to - daysBetween(latest, today) * dayMs;
  return { from: restoredAt === null ? late : Math.max(late, restoredAt - days * dayMs), to };
}

/** Whether the shop is open by the clock on its wall. `now` is milliseconds since 1970. */
function isInHours({ calendar }: TextingRules, now: number): boolean {
  const { timeZone } = calendar;
  const hours = timeZone === null ? null : hoursOn(dateIn(now, timeZone), calendar);
  if (timeZone === null || hours === null) return false;
  const time = localTime(now, timeZone);
  return time >= hours.from && time < hours.to;
}

/** Whether reminders about estimates may be sent now. `now` is milliseconds since 1970. */
export function mayRemindNow(rules: TextingRules, now: number): boolean {
  return rules.texts.reminderAfterDays !== null && isInHours(rules, now);
}

/**
 * The span in which an estimate must have been sent for its reminder to be due now.
 *
 * @param now milliseconds since 1970
 * @param restoredAt when the store was restored from a backup; null if it was not
 * @returns milliseconds since 1970, both ends included; null when none is
 */
export function remindedSpan(
  rules: TextingRules,
  now: number,
  restoredAt: number | null,
): { from: number; to: number } | null {
  const { reminderAfterDays } = rules.texts;
  if (reminderAfterDays === null || !mayRemindNow(rules, now)) return null;
  return waitedSpan(rules, reminderAfterDays, now, restoredAt);
}

export interface PickupSpan {
  /** Which reminder it is, counted from 1. */
  nth: number;
  /** Milliseconds since 1970, both ends included. */
  from: number;
  to: number;
}

/**
 * The spans in which a repair must have been completed for a reminder to be due now.
 *
 * @param now milliseconds since 1970
 * @param restoredAt when the store was restored from a backup; null if it was not
 * @returns one for each reminder; none outside of the shop's hours, or if the shop has not switched them on
 */
export function pickupSpans(
  rules: TextingRules,
  now: number,
  restoredAt: number | null,
): PickupSpan[] {
  if (!rules.texts.remindsOfPickUp || !isInHours(rules, now)) return [];
  return pickupReminderDays.map((days, index) => ({
    nth: index + 1,
    ...waitedSpan(rules, days, now, restoredAt),
  }));
}

/**
 * An estimate that was sent by this moment has run out by now.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970, included; null when estimates do not run out
 */
export function expiredBefore({ texts }: TextingRules, now: number): number | null {
  const { estimateExpiresAfterDays: days } = texts;
  return days === null ? null : now - days * dayMs;
}
