import type { ClosedSpan } from '../../domain/closed-dates.ts';
import { federalHolidays } from '../../domain/federal-holidays.ts';

/** When the shop is open, and how busy its days are: Mondays to Saturdays, not on holidays. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The example shop is in Portland, Maine. */
export const timeZone = 'America/New_York';

/** Shorter than on the other days; {@link shopCalendar} keeps to it. */
export const saturdayHours = { sat: { from: '10:00', to: '15:00' } };

export interface OpenDay {
  /** Milliseconds since 1970. */
  opens: number;
  closes: number;
  /** How many watches come in compared with other days. */
  weight: number;
}

export interface Calendar {
  readonly openDays: readonly OpenDay[];
  /**
   * The moment after this many minutes of opening time, never in a day's last minute; infinite beyond
   * the calendar's end.
   */
  workingAfter(from: number, minutes: number): number;
  /** The same moment, or the next morning if customers would be asleep. */
  awake(moment: number): number;
}

/** January to December: gifts in December, their batteries in January, graduations, a quiet summer. */
const seasons = [1.0, 0.85, 0.9, 0.95, 1.1, 1.1, 0.85, 0.8, 0.95, 1.0, 1.15, 1.4];
/** Sunday to Saturday. */
const weekdays = [0, 1.15, 1, 0.95, 1, 1.1, 0.9];

/** The holidays the shop closes for; it is open on the other federal holidays. */
const keptHolidays = [
  'New Year’s Day',
  'Memorial Day',
  'Independence Day',
  'Labor Day',
  'Thanksgiving Day',
  'Christmas Day',
];

/**
 * @param present milliseconds since 1970
 * @returns the shop's holidays in its three years, this one and the next
 */
export function shopHolidays(present: number): ClosedSpan[] {
  const thisYear = new Date(present).getUTCFullYear();
  return [-3, -2, -1, 0, 1]
    .flatMap((years) => federalHolidays(thisYear + years))
    .filter(({ name }) => keptHolidays.includes(name))
    .map(({ name, date }) => ({ from: date, to: date, name }));
}

const offsetFormat = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });

/** How far the shop's clock is behind UTC on that day, in milliseconds. */
function behindUtc(day: Date): number {
  const [, sign, hours = '0', minutes = '0'] =
    /GMT([+-])(\d\d):(\d\d)/.exec(offsetFormat.format(day)) ?? [];
  return (sign === '+' ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs);
}

/**
 * @param from milliseconds since 1970
 * @param to the shop's present; the calendar goes on for some weeks beyond it
 */
export function shopCalendar(from: number, to: number): Calendar {
  const first = Math.floor(from / dayMs) * dayMs - dayMs;
  const midnights: number[] = [];
  const openDays: OpenDay[] = [];
  const holidays = new Set(shopHolidays(to).map(({ from: date }) => date));
  for (let at = first; at < to + 30 * dayMs; at += dayMs) {
    const day = new Date(at);
    const midnight = at + behindUtc(new Date(at + dayMs / 2));
    midnights.push(midnight);
    const weekday = day.getUTCDay();
    if (weekday === 0 || holidays.has(day.toISOString().slice(0, 10))) continue;
    const growth = 0.85 + (0.3 * (at - from)) / Math.max(to - from, dayMs);
    openDays.push({
      opens: midnight + (weekday === 6 ? 10 : 9) * hourMs,
      closes: midnight + (weekday === 6 ? 15 : 17.5) * hourMs,
      weight: (seasons[day.getUTCMonth()] ?? 1) * (weekdays[weekday] ?? 1) * growth,
    });
  }

  /** The first day that has not closed by then. */
  function dayAt(moment: number): number {
    let [low, high] = [0, openDays.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((openDays[middle]?.closes ?? 0) > moment) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return {
    openDays,
    workingAfter(start, minutes) {
      let left = minutes * minuteMs;
      for (let index = dayAt(start); index < openDays.length; index += 1) {
        const day = openDays[index];
        if (day === undefined) break;
        const begin = Math.max(start, day.opens);
        const last = day.closes - minuteMs;
        if (begin + left < last) return Math.trunc(begin + left);
        left -= Math.max(0, last - begin);
      }
      return Number.POSITIVE_INFINITY;
    },
    awake(moment) {
      const index = Math.trunc((moment - first) / dayMs);
      const midnight = [index, index - 1]
        .map((each) => midnights[each] ?? Number.POSITIVE_INFINITY)
        .find((each) => each <= moment);
      if (midnight === undefined) return moment;
      const hour = (moment - midnight) / hourMs;
      const minutesPastHour = moment % hourMs;
      if (hour < 7.5) return Math.trunc(midnight + 7.5 * hourMs + minutesPastHour);
      return hour > 22 ? Math.trunc(midnight + dayMs + 8 * hourMs + minutesPastHour) : moment;
    },
  };
}
