import { createStore } from './store.ts';

/** Times in words. The clock comes in as an argument, so that every case can be tested. */

/** Where times are read, as an IANA name: in the shop; while its zone is unknown, where the browser is. */
export const timeZone = createStore<string | undefined>(undefined);

let ownZone: string | undefined;

/** Of the browser, which takes a while to learn. */
export function browserZone(): string {
  ownZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ownZone;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

const styles = {
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  /** To the second: which of two things came first. */
  timeOfDay: { timeStyle: 'medium' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  dayTime: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  year: { year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type AbsoluteStyle = keyof typeof styles;

/** Making one takes long, and a list needs many. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** @param zone of a screen that follows the shop's; else that of the moment */
export function absoluteTime(at: Date, style: AbsoluteStyle, zone = timeZone.get()): string {
  const key = `${style} ${zone}`;
  const known = formats.get(key);
  if (known) return known.format(at);
  const format = new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone: zone });
  formats.set(key, format);
  return format.format(at);
}

export type TimeWords = (at: Date, now: Date, zone?: string) => string;

/** In full where the year differs: "Nov 18, 1:06 PM". */
export const dateTimeOf: TimeWords = (at, now, zone) => {
  const isThisYear = absoluteTime(at, 'year', zone) === absoluteTime(now, 'year', zone);
  return absoluteTime(at, isThisYear ? 'dayTime' : 'dateTime', zone);
};

export const dayTime: TimeWords = (at, now, zone) => {
  const isToday = absoluteTime(at, 'date', zone) === absoluteTime(now, 'date', zone);
  return isToday ? absoluteTime(at, 'time', zone) : dateTimeOf(at, now, zone);
};

/**
 * How long ago, as a person at the counter would say it: "just now", "5 minutes ago", "yesterday";
 * after a week the date says more. A clock that runs a little ahead of the server's must not say
 * "in 2 seconds".
 */
export const timeAgo: TimeWords = (at, now, zone) => {
  const elapsed = now.getTime() - at.getTime();
  if (elapsed < minute && elapsed > -5 * minute) return 'just now';
  if (elapsed < 0) return absoluteTime(at, 'dateTime', zone);
  if (elapsed < hour) return relative.format(-Math.floor(elapsed / minute), 'minute');
  if (elapsed < day) return relative.format(-Math.floor(elapsed / hour), 'hour');
  if (elapsed < 7 * day) return relative.format(-Math.floor(elapsed / day), 'day');
  return absoluteTime(at, 'date', zone);
};

/** As {@link timeAgo}, where it matters how long it is: days up to thirty, which can still be imagined. */
export const daysAgo: TimeWords = (at, now, zone) => {
  const days = Math.floor((now.getTime() - at.getTime()) / day);
  return days < 7 || days > 30 ? timeAgo(at, now, zone) : relative.format(-days, 'day');
};

const narrowUnit = (unit: string) =>
  new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'narrow' });

/** The longest first. */
const ages = [
  { length: 365 * day, words: narrowUnit('year') },
  { length: day, words: narrowUnit('day') },
  { length: hour, words: narrowUnit('hour') },
];
const shortest = { length: minute, words: narrowUnit('minute') };

/** How long since then, as short as a column is narrow: "5m", "3h", "12d", "2y". */
export function ageText(at: Date, now: Date): string {
  const elapsed = Math.max(0, now.getTime() - at.getTime());
  const { length, words } = ages.find((age) => elapsed >= age.length) ?? shortest;
  return words.format(Math.floor(elapsed / length));
}

/** Whole seconds → "1:05" or "42 seconds", for a user who waits. */
export function waitingText(seconds: number): string {
  if (seconds >= 60) {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} minutes`;
  }
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
