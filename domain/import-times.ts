import type { Read } from './import-values.ts';
import { momentOnWall } from './wall-clock.ts';

/** Dates and times as other programs write them → ISO 8601 in UTC. */

interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

/** A date without a time: noon is on the same day wherever it is looked at. */
const noon = { hour: 12, minute: 0, second: 0, millisecond: 0 };

const clock =
  /^(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?\s*(?<half>[ap]\.?m\.?)?$/i;
const datePatterns = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
  // The month comes first, as in the shop's country …
  /^(?<month>\d{1,2})[/-](?<day>\d{1,2})[/-](?<year>\d{4})$/,
  // … but with dots the day does, wherever dots are written.
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
];
const whole =
  /^(?<date>[\d./-]+)(?:(?:[T,]\s*|\s+)(?<time>\d[\d:.,]*(?:\s*[ap]\.?m\.?)?))?\s*(?<zone>Z|UTC|[+-]\d\d:?\d\d)?$/i;

function readClock(text: string): Omit<WallTime, 'year' | 'month' | 'day'> | null {
  const found = clock.exec(text)?.groups;
  if (!found) return null;
  const half = found.half?.[0]?.toLowerCase();
  const said = Number(found.hour);
  if (half !== undefined && (said < 1 || said > 12)) return null;
  const hour = half === undefined ? said : (said % 12) + (half === 'p' ? 12 : 0);
  const minute = Number(found.minute);
  const second = Number(found.second ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const millisecond = Number((found.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  return { hour, minute, second, millisecond };
}

function readDate(text: string): Pick<WallTime, 'year' | 'month' | 'day'> | null {
  for (const pattern of datePatterns) {
    const found = pattern.exec(text)?.groups;
    if (!found) continue;
    const [year, month, day] = [Number(found.year), Number(found.month), Number(found.day)];
    const made = new Date(Date.UTC(year, month - 1, day));
    const isReal = made.getUTCMonth() === month - 1 && made.getUTCDate() === day;
    return isReal ? { year, month, day } : null;
  }
  return null;
}

const asUtc = (wall: WallTime) =>
  Date.UTC(
    wall.year,
    wall.month - 1,
    wall.day,
    wall.hour,
    wall.minute,
    wall.second,
    wall.millisecond,
  );

/** The moment at which the clocks of a zone show a time, in milliseconds since 1970. */
function momentOf(wall: WallTime, timeZone: string): number {
  return momentOnWall(asUtc({ ...wall, millisecond: 0 }), timeZone) + wall.millisecond;
}

function zoneOffset(zone: string): number {
  const found = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (!found) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return (found[1] === '-' ? -minutes : minutes) * 60_000;
}

/** Clocks differ a little, and time zones may have been left out: a day. */
const mostAheadMs = 24 * 60 * 60_000;

/**
 * A date, or a date and a time: ISO 8601, or month/day/year as 3/5/2024, or day.month.year.
 *
 * @param timeZone where the clocks hung of times that name no zone, e.g. America/New_York
 * @param now milliseconds since 1970: nothing has happened after it
 * @returns ISO 8601 in UTC, null for an empty cell
 */
export function readTime(
  label: string,
  cell: string,
  timeZone: string,
  now: number,
): Read<string | null> {
  const text = cell.trim();
  if (text === '') return { value: null };
  const found = text.length > 40 ? undefined : whole.exec(text)?.groups;
  const date = readDate(found?.date ?? '');
  const time = found?.time === undefined ? noon : readClock(found.time);
  if (!found || !date || !time || (found.zone !== undefined && found.time === undefined)) {
    const said = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    return { message: `${label} must be a date as 2024-03-05 or 3/5/2024, not "${said}"` };
  }
  const wall = { ...date, ...time };
  const moment =
    found.zone === undefined ? momentOf(wall, timeZone) : asUtc(wall) - zoneOffset(found.zone);
  if (moment < 0) return { message: `${label} lies before 1970` };
  if (moment > now + mostAheadMs) return { message: `${label} lies in the future` };
  return { value: new Date(moment).toISOString() };
}
