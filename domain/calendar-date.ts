import { dayMs, momentOnWall, wallTime } from './clock.ts';
import { calendarNames, type Language } from './languages.ts';

/** Dates on the calendar, without a time: text such as 2026-03-05, which sorts correctly. */

/** Wherever the shop is, its date changes at a multiple of this: 15 minutes. */
export const dateStepMs = 15 * 60_000;

export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type WeekDay = (typeof weekDays)[number];

const pattern = /^(\d{4})-(\d\d)-(\d\d)$/;

/** @returns midnight of the date as if it were UTC, in milliseconds since 1970; NaN if there is no such date */
function midnight(date: string): number {
  const [, year, month, day] = pattern.exec(date) ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return dateAt(at) === date ? at : Number.NaN;
}

function dateAt(wall: number): string {
  return Number.isNaN(wall) ? '' : new Date(wall).toISOString().slice(0, 10);
}

/** @returns whether the text is a date that exists: 2026-02-29 is not one */
export const isCalendarDate = (text: string): boolean => !Number.isNaN(midnight(text));

/**
 * @param at milliseconds since 1970
 * @param timeZone IANA name, such as America/New_York
 * @returns the date that a wall calendar shows
 */
export const dateIn = (at: number, timeZone: string): string => dateAt(wallTime(at, timeZone));

/** @returns when the date begins there, in milliseconds since 1970 */
export const midnightIn = (date: string, timeZone: string): number =>
  momentOnWall(midnight(date), timeZone);

/** @returns the date this many days later, or earlier if negative */
export const addDays = (date: string, days: number): string =>
  dateAt(midnight(date) + days * dayMs);

export const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`;

/** @returns whole days; negative if `to` comes first */
export const daysBetween = (from: string, to: string): number =>
  Math.round((midnight(to) - midnight(from)) / dayMs);

/** 1 January 1970 was a Thursday. */
export function weekdayOf(date: string): WeekDay {
  const days = midnight(date) / dayMs + weekDays.indexOf('thu');
  return weekDays[((days % 7) + 7) % 7] ?? 'mon';
}

/** @param year whether it says which year */
const formatFor = (year: 'numeric' | undefined) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year,
  });

/** Made when first needed: the first one takes 15 ms, and the server starts without it. */
let formats: { day: Intl.DateTimeFormat; year: Intl.DateTimeFormat } | undefined;

/**
 * A date as people read it.
 *
 * @param today a date in the same year is written without the year
 * @param language of the reader; null for English
 * @returns "Sat, Nov 28, 2026" or "Sat, Nov 28"; "sab 28 nov" in Spanish
 */
export function dateText(date: string, today?: string, language: Language | null = null): string {
  const at = midnight(date);
  // Another program may have stored anything.
  if (Number.isNaN(at)) return date;
  const isThisYear = today !== undefined && today.slice(0, 4) === date.slice(0, 4);
  if (language === 'es') {
    const { days, months } = calendarNames.es;
    const day = days[weekDays.indexOf(weekdayOf(date))];
    const month = months[Number(date.slice(5, 7)) - 1];
    return `${day} ${Number(date.slice(8))} ${month}${isThisYear ? '' : ` ${date.slice(0, 4)}`}`;
  }
  formats ??= { day: formatFor(undefined), year: formatFor('numeric') };
  return formats[isThisYear ? 'day' : 'year'].format(at);
}
