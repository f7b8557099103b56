/** The clock on the shop's wall, which goes forward and back once a year. */

export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;

/** Creating a formatter is slow, and every call needs several. */
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

/**
 * @param at milliseconds since 1970
 * @param timeZone IANA name, such as America/New_York
 * @returns what a clock on the wall shows, to the second, as if it were UTC
 */
export function wallTime(at: number, timeZone: string): number {
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
 * @param wall a time on the wall in whole seconds, as if it were UTC
 * @param timeZone IANA name, such as America/New_York
 * @returns when the wall shows it, in milliseconds since 1970. One that comes twice (the clock is set back)
 *   counts the first time; one that never comes (it is set ahead) counts as later by the length of the jump
 */
export function momentOnWall(wall: number, timeZone: string): number {
  const offsetAt = (at: number) => wallTime(at, timeZone) - Math.floor(at / 1000) * 1000;
  const before = wall - offsetAt(wall - dayMs);
  const after = wall - offsetAt(wall + dayMs);
  const shown = [before, after].filter((at) => wallTime(at, timeZone) === wall);
  return shown.length === 0 ? before : Math.min(...shown);
}

/** @returns whether the machine knows the time zone */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** The time of day on the shop's wall, as 09:05, with daylight saving time. `now` is milliseconds since 1970. */
export function localTime(now: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
}

/** Looking it up takes 7 ms. */
let ownZone: string | undefined;

/** @returns the shop's time zone (IANA name); the process's own if the shop has chosen none */
export function zoneInForce({ calendar }: { calendar: { timeZone: string | null } }): string {
  ownZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return calendar.timeZone ?? ownZone;
}

/** A clock that is off by no more than this counts as right: 60 seconds (docs/decisions/texts.md). */
const toleratedMs = 60_000;

const units: readonly [name: string, seconds: number][] = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
];

/**
 * @param aheadMs how far the clock is ahead, in milliseconds; less than 0 when it is behind, null when
 *   nobody knows
 * @returns e.g. `6 minutes ahead`; null when it is right to within 60 seconds, or nobody knows
 */
export function clockGapText(aheadMs: number | null): string | null {
  if (aheadMs === null || Math.abs(aheadMs) <= toleratedMs) return null;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const [name, size] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  const count = Math.round(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
}
