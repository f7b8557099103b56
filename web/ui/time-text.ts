/** Times in words. The clock comes in as an argument, so that every case can be tested. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

const absolute = {
  date: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }),
  time: new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }),
  /** To the second: which of two things came first. */
  timeOfDay: new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' }),
  dateTime: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }),
};

export type AbsoluteStyle = keyof typeof absolute;

/** The machine's own date and time of day. */
export function absoluteTime(at: Date, style: AbsoluteStyle): string {
  return absolute[style].format(at);
}

/** The date and time, or only the time where it is today's. */
export function dayTime(at: Date, now: Date): string {
  const isToday = at.toDateString() === now.toDateString();
  return absoluteTime(at, isToday ? 'time' : 'dateTime');
}

/**
 * How long ago, as a person at the counter would say it: "just now", "5 minutes ago", "yesterday";
 * from a week on the date says more. A clock that runs a little ahead of the server's must not say
 * "in 2 seconds".
 */
export function timeAgo(at: Date, now: Date): string {
  const elapsed = now.getTime() - at.getTime();
  if (elapsed < minute && elapsed > -5 * minute) return 'just now';
  if (elapsed < 0) return absoluteTime(at, 'dateTime');
  if (elapsed < hour) return relative.format(-Math.floor(elapsed / minute), 'minute');
  if (elapsed < day) return relative.format(-Math.floor(elapsed / hour), 'hour');
  if (elapsed < 7 * day) return relative.format(-Math.floor(elapsed / day), 'day');
  return absoluteTime(at, 'date');
}
