import { useEffect, useState, useSyncExternalStore } from 'react';

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
  dayTime: new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }),
};

type AbsoluteStyle = keyof typeof absolute;

export function absoluteTime(at: Date, style: AbsoluteStyle): string {
  return absolute[style].format(at);
}

/** In full where the year is another one: "Nov 18, 1:06 PM". */
export function dateTimeOf(at: Date, now: Date): string {
  return absoluteTime(at, at.getFullYear() === now.getFullYear() ? 'dayTime' : 'dateTime');
}

export function dayTime(at: Date, now: Date): string {
  const isToday = at.toDateString() === now.toDateString();
  return isToday ? absoluteTime(at, 'time') : dateTimeOf(at, now);
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

/** As {@link timeAgo}, where it matters how long it is rather than since when. */
export function daysAgo(at: Date, now: Date): string {
  const days = Math.floor((now.getTime() - at.getTime()) / day);
  return days < 7 ? timeAgo(at, now) : relative.format(-days, 'day');
}

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

const tickMs = 30_000;
let now = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** One clock for all the times on the screen, standing still while there are none. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  ticking ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(ticking);
      ticking = undefined;
    }
  };
}

/** @param read what of the time matters; drawn anew only when that changes */
export const useClock = <Read extends string | number>(read: (now: number) => Read): Read =>
  useSyncExternalStore(subscribe, () => read(now));

export function DateTime({ iso, show = 'dateTime' }: { iso: string; show?: AbsoluteStyle }) {
  return (
    <time dateTime={iso} className="inline-block">
      {absoluteTime(new Date(iso), show)}
    </time>
  );
}

/** A time in words that change as it passes; the exact one under a resting mouse. */
function PassingTime({ iso, words }: { iso: string; words: (at: Date, now: Date) => string }) {
  const current = useSyncExternalStore(subscribe, () => now);
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={absoluteTime(at, 'dateTime')} className="inline-block">
      {words(at, new Date(current))}
    </time>
  );
}

export const DayTime = ({ iso }: { iso: string }) => <PassingTime iso={iso} words={dayTime} />;

export const DateAndTime = ({ iso }: { iso: string }) => (
  <PassingTime iso={iso} words={dateTimeOf} />
);

export const TimeAgo = ({ iso }: { iso: string }) => <PassingTime iso={iso} words={timeAgo} />;

export const DaysAgo = ({ iso }: { iso: string }) => <PassingTime iso={iso} words={daysAgo} />;

export const Age = ({ iso }: { iso: string }) => <PassingTime iso={iso} words={ageText} />;

/** Whole seconds → "1:05" or "42 seconds", for a user who waits. */
export function waitingText(seconds: number): string {
  if (seconds >= 60) {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} minutes`;
  }
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** Counts down in whole seconds; 0 when there is nothing to wait for. */
export function useCountdown(): { secondsLeft: number; start: (seconds: number) => void } {
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    if (endsAt === null) return;
    // By the clock, not by counting ticks: a tab in the background ticks slower.
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) setEndsAt(null);
    }, 250);
    return () => clearInterval(timer);
  }, [endsAt]);

  return {
    secondsLeft,
    start(seconds) {
      setSecondsLeft(Math.ceil(seconds));
      setEndsAt(Date.now() + seconds * 1000);
    },
  };
}
