import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from '../../data/store.ts';

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

type AbsoluteStyle = keyof typeof styles;

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

type TimeWords = (at: Date, now: Date, zone?: string) => string;

/** In full where the year is another one: "Nov 18, 1:06 PM". */
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
 * from a week on the date says more. A clock that runs a little ahead of the server's must not say
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

/** As {@link timeAgo}, where it matters how long it is: days up to thirty, which still can be pictured. */
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
  const zone = timeZone.useValue();
  return (
    <time dateTime={iso} className="inline-block">
      {absoluteTime(new Date(iso), show, zone)}
    </time>
  );
}

/** A time in words that change as it passes; the exact one under a resting mouse. */
function PassingTime({ iso, words }: { iso: string; words: TimeWords }) {
  const current = useSyncExternalStore(subscribe, () => now);
  const zone = timeZone.useValue();
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={absoluteTime(at, 'dateTime', zone)} className="inline-block">
      {words(at, new Date(current), zone)}
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
