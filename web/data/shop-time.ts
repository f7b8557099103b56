import { createStore } from './store.ts';

/** Times in words. The clock comes in as an argument, so that every case can be tested. */

/** Where times are read, as an IANA name: in the shop; while its zone is unknown, where the browser is. */
export const timeZone = createStore<string | undefined>(undefined);

let ownZone: string | undefined;

/** The browser's time zone, which takes a while to look up. */
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
  day: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type AbsoluteStyle = keyof typeof styles;

/** Creating a formatter is slow, and a list needs many. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** @param zone of a screen that follows the shop's; otherwise the one in use now */
export function absoluteTime(at: Date, style: AbsoluteStyle, zone = timeZone.get()): string {
  const key = `${style} ${zone}`;
  const known = formats.get(key);
  if (known) return known.format(at);
  const format = new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone: zone });
  formats.set(key, format);
  return format.format(at);
}

export type TimeWords = (at: Date, now: Date, zone?: string) => string;

/** E.g. "Nov 18, 1:06 PM"; with the year if that differs. */
export const dateTimeOf: TimeWords = (at, now, zone) => {
  const isThisYear = absoluteTime(at, 'year', zone) === absoluteTime(now, 'year', zone);
  return absoluteTime(at, isThisYear ? 'dayTime' : 'dateTime', zone);
};

export const dayTime: TimeWords = (at, now, zone) => {
  const isToday = absoluteTime(at, 'date', zone) === absoluteTime(now, 'date', zone);
  return isToday ? absoluteTime(at, 'time', zone) : dateTimeOf(at, now, zone);
};

/** When something came in: the time if today, else the day. */
export const dayOrTime: TimeWords = (at, now, zone) => {
  const isToday = absoluteTime(at, 'date', zone) === absoluteTime(now, 'date', zone);
  if (isToday) return absoluteTime(at, 'time', zone);
  const isThisYear = absoluteTime(at, 'year', zone) === absoluteTime(now, 'year', zone);
  return absoluteTime(at, isThisYear ? 'day' : 'date', zone);
};

/**
 * How long ago, as a person at the counter would say it: "just now", "5 minutes ago", "yesterday";
 * after a week the date says more. A clock that runs a little behind the server's must not say
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

/** Like {@link timeAgo}, for when the duration matters: in days. */
export const daysAgo: TimeWords = (at, now, zone) => {
  const days = Math.floor((now.getTime() - at.getTime()) / day);
  return days < 7 ? timeAgo(at, now, zone) : relative.format(-days, 'day');
};

/** Whole seconds → "1:05" or "42 seconds", for a user who waits. */
export function waitingText(seconds: number): string {
  if (seconds >= 60) {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
