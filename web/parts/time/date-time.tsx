import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  type AbsoluteStyle,
  absoluteTime,
  dateTimeOf,
  dayOrTime,
  daysAgo,
  dayTime,
  type TimeWords,
  timeAgo,
  timeZone,
} from '../../data/shop-time.ts';

const tickMs = 30_000;
let now = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** One clock for all the times on the screen, stopped while there are none. */
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

/** @param read what of the time matters; redrawn only when that changes */
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

/** A time in words that change as it passes; the exact one as a tooltip. */
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

const age: TimeWords = (...at) => daysAgo(...at).replace(/ ago$/, '');

/** For how long, where there is no room for "ago". */
export const Age = ({ iso }: { iso: string }) => <PassingTime iso={iso} words={age} />;

export const DayOrTime = ({ iso }: { iso: string }) => <PassingTime iso={iso} words={dayOrTime} />;

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
