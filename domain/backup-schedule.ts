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

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** A backup older than two days deserves a warning where there should be one each day. */
export const staleAfterMs = 48 * hourMs;

/** Making one takes long, and every look needs several. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}

/** What the wall shows, as if it were UTC. */
function wallTime(at: number, timeZone: string): number {
  const parts = formatFor(timeZone).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
}

/**
 * When the wall shows a time. One that comes twice (the clock is put back) counts the first time; one
 * that never comes (it is put forward) counts as much later as the clock jumps.
 */
function momentOf(wall: number, timeZone: string): number {
  const offsetAt = (at: number) => wallTime(at, timeZone) - Math.floor(at / 1000) * 1000;
  const before = wall - offsetAt(wall - dayMs);
  const after = wall - offsetAt(wall + dayMs);
  const shown = [before, after].filter((at) => wallTime(at, timeZone) === wall);
  return shown.length === 0 ? before : Math.min(...shown);
}

function momentsAround(now: number, { dailyAt, timeZone }: BackupTimes): number[] {
  const [hours = 0, minutes = 0] = dailyAt.split(':').map(Number);
  const midnight = Math.floor(wallTime(now, timeZone) / dayMs) * dayMs;
  const today = midnight + hours * hourMs + minutes * 60_000;
  return [-2, -1, 0, 1, 2].map((days) => momentOf(today + days * dayMs, timeZone));
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
