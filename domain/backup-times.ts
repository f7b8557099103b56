import { dayMs, hourMs, momentOnWall, wallTime } from './clock.ts';

/**
 * When a daily backup is due, by the clock on the shop's wall. Shop decision
 * (docs/decisions/backups.md). All times are milliseconds since 1970.
 */

export interface BackupTimes {
  /** Local time of day, such as 03:00. */
  readonly dailyAt: string;
  /** IANA name, such as America/New_York. */
  readonly timeZone: string;
}

/** A backup older than two days deserves a warning if there should be one each day. */
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
 * Whether a backup is due, including one that was missed while the product was off.
 *
 * @param last when the last scheduled one was begun; null for never. A time in the future comes from a wrong
 *   clock and is ignored.
 */
export function isBackupDue(now: number, last: number | null, times: BackupTimes): boolean {
  return last === null || last > now || last < lastDueAt(now, times);
}

/** Whether the last good backup is too old, if one should be made every day. */
export function isBackupStale(now: number, last: number | null): boolean {
  return last !== null && now - last > staleAfterMs;
}
