import { dateIn, weekdayOf } from './calendar-date.ts';
import { dayMs, hourMs, localTime, momentOnWall, wallTime } from './clock.ts';
import type { ShopSettings } from './shop-settings.ts';

/**
 * What is texted as time passes: a reminder of an estimate, which also comes to an end, and two of a
 * watch that waits to be collected. All are off until a shop sets them. Shop decision
 * (docs/decisions/texts.md, "Reminders and expiry").
 */

/** The part of the shop's settings that the rules need. */
type TextingRules = Pick<ShopSettings, 'texts' | 'calendar'>;

/** How late a reminder may still go: a shop that switches them on must not text last year's customers. */
const reminderLatenessDays = 7;

/**
 * Since when what has waited so many days became due, to be texted now. What was due before the store
 * was restored may have gone out since the backup, so it never does.
 */
function waitedSpan(days: number, now: number, restoredAt: number | null) {
  const to = now - days * dayMs;
  const late = to - reminderLatenessDays * dayMs;
  return { from: restoredAt === null ? late : Math.max(late, restoredAt - days * dayMs), to };
}

/** Whether the shop is open by the clock on its wall. `now` is milliseconds since 1970. */
function isInHours({ calendar }: TextingRules, now: number): boolean {
  const { hours, openDays, timeZone } = calendar;
  if (timeZone === null || !openDays.includes(weekdayOf(dateIn(now, timeZone)))) return false;
  const time = localTime(now, timeZone);
  return time >= hours.from && time < hours.to;
}

/** Whether reminders may leave now. `now` is milliseconds since 1970. */
export function mayRemindNow(rules: TextingRules, now: number): boolean {
  return rules.texts.reminderAfterDays !== null && isInHours(rules, now);
}

/**
 * The span in which an estimate must have been sent to be reminded of now.
 *
 * @param now milliseconds since 1970
 * @param restoredAt when the store was restored from a backup; null where it was not
 * @returns milliseconds since 1970, both ends included; null when none is
 */
export function remindedSpan(
  rules: TextingRules,
  now: number,
  restoredAt: number | null,
): { from: number; to: number } | null {
  const { reminderAfterDays } = rules.texts;
  if (reminderAfterDays === null || !mayRemindNow(rules, now)) return null;
  return waitedSpan(reminderAfterDays, now, restoredAt);
}

/** A watch that nobody comes for: one text after so many days from its completion, and then no more. */
const pickupReminderDays = [7, 30] as const;
export const mostPickupReminders = pickupReminderDays.length;

export interface PickupSpan {
  /** Which reminder it is, counted from 1. */
  nth: number;
  /** Milliseconds since 1970, both ends included. */
  from: number;
  to: number;
}

/**
 * The spans in which a repair must have been completed to be reminded of now.
 *
 * @param now milliseconds since 1970
 * @param restoredAt when the store was restored from a backup; null where it was not
 * @returns one for each reminder; none outside of the shop's hours, or where the shop has not switched them on
 */
export function pickupSpans(
  rules: TextingRules,
  now: number,
  restoredAt: number | null,
): PickupSpan[] {
  if (!rules.texts.remindsOfPickUp || !isInHours(rules, now)) return [];
  return pickupReminderDays.map((days, index) => ({
    nth: index + 1,
    ...waitedSpan(days, now, restoredAt),
  }));
}

/**
 * Until when an estimate must have been sent to have run out by now.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970, included; null when estimates do not run out
 */
export function expiredBefore({ texts }: TextingRules, now: number): number | null {
  const { estimateExpiresAfterDays: days } = texts;
  return days === null ? null : now - days * dayMs;
}

/** How long a completion text may wait, so that the completion can be undone. In seconds. */
export const longestHoldSeconds = 300;

/** For so long it waits at least once an undo was refused: staff decide what to do instead. */
export const refusedHoldSeconds = 30;

/**
 * When a held text is due: at its time, or when that lies further ahead than any text is held, for
 * then the clock was set back.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970: due are the times up to `until`, and those after `tooFar`
 */
export function heldSpan(now: number): { until: number; tooFar: number } {
  return { until: now, tooFar: now + longestHoldSeconds * 1000 };
}

/**
 * When a daily backup is due, by the clock on the shop's wall. Shop decision
 * (docs/decisions/backups.md). All times are milliseconds since 1970.
 */

export interface BackupTimes {
  /** Local time of day, as 03:00. */
  readonly dailyAt: string;
  /** IANA name, as America/New_York. */
  readonly timeZone: string;
}

/** A backup older than two days deserves a warning where there should be one each day. */
const staleAfterMs = 48 * hourMs;

function momentsAround(now: number, { dailyAt, timeZone }: BackupTimes): number[] {
  const [hours = 0, minutes = 0] = dailyAt.split(':').map(Number);
  const midnight = Math.floor(wallTime(now, timeZone) / dayMs) * dayMs;
  const today = midnight + hours * hourMs + minutes * 60_000;
  return [-2, -1, 0, 1, 2].map((days) => momentOnWall(today + days * dayMs, timeZone));
}

/** The last moment at or before now when a backup was due. */
export function lastDueAt(now: number, times: BackupTimes): number {
  return Math.max(...momentsAround(now, times).filter((at) => at <= now));
}

/** The first moment after now when one will be due. */
export function nextDueAt(now: number, times: BackupTimes): number {
  return Math.min(...momentsAround(now, times).filter((at) => at > now));
}

/**
 * Whether a backup is due: also one that was missed while the product was off.
 *
 * @param last when the last scheduled one was begun; null for never. One in the future was made by a
 *   wrong clock and says nothing.
 */
export function isBackupDue(now: number, last: number | null, times: BackupTimes): boolean {
  return last === null || last > now || last < lastDueAt(now, times);
}

/** Whether the last good backup is too old, where one should be made every day. */
export function isBackupStale(now: number, last: number | null): boolean {
  return last !== null && now - last > staleAfterMs;
}
