import { useSyncExternalStore } from 'react';
import { type AbsoluteStyle, absoluteTime, dayTime, timeAgo } from './time-text.ts';

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

/** An ISO time from the server as the local date and time. */
export function DateTime({ iso, show = 'dateTime' }: { iso: string; show?: AbsoluteStyle }) {
  return (
    <time dateTime={iso} className="inline-block">
      {absoluteTime(new Date(iso), show)}
    </time>
  );
}

/** An ISO time from the server: today's without the date, which a resting mouse shows. */
export function DayTime({ iso }: { iso: string }) {
  const current = useSyncExternalStore(subscribe, () => now);
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={absoluteTime(at, 'dateTime')} className="whitespace-nowrap">
      {dayTime(at, new Date(current))}
    </time>
  );
}

/** An ISO time from the server as "5 minutes ago"; the exact time under a resting mouse. */
export function TimeAgo({ iso }: { iso: string }) {
  const current = useSyncExternalStore(subscribe, () => now);
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={absoluteTime(at, 'dateTime')} className="inline-block">
      {timeAgo(at, new Date(current))}
    </time>
  );
}
