import type { Clock } from '../../server/base/clock.ts';

export interface SettableClock {
  readonly read: Clock;
  now: number;
  advance(milliseconds: number): void;
}

/** A clock that stands still until a test moves it. */
export function settableClock(start = Date.parse('2026-03-02T15:04:05.678Z')): SettableClock {
  const clock = {
    now: start,
    read: () => clock.now,
    advance: (milliseconds: number) => {
      clock.now += milliseconds;
    },
  };
  return clock;
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
