/** The clock on the shop's wall, which is put forward and back twice a year. */

const dayMs = 24 * 60 * 60_000;

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

/**
 * @param at milliseconds since 1970
 * @param timeZone IANA name, as America/New_York
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
 * @param timeZone IANA name, as America/New_York
 * @returns when the wall shows it, in milliseconds since 1970. One that comes twice (the clock is put back) counts the first time; one
 * that never comes (it is put forward) counts as much later as the clock jumps.
 */
export function momentOnWall(wall: number, timeZone: string): number {
  const offsetAt = (at: number) => wallTime(at, timeZone) - Math.floor(at / 1000) * 1000;
  const before = wall - offsetAt(wall - dayMs);
  const after = wall - offsetAt(wall + dayMs);
  const shown = [before, after].filter((at) => wallTime(at, timeZone) === wall);
  return shown.length === 0 ? before : Math.min(...shown);
}
