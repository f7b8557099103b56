/**
 * How failed logins are slowed and then refused. Shop decision: five per address and fifty in total
 * within fifteen minutes, counted over all server processes.
 */

export const throttleWindowMs = 15 * 60_000;
export const mostFailuresPerAddress = 5;
export const mostFailuresInTotal = 50;

/** Failures within the window; times in milliseconds since 1970, in any order. */
export interface Failures {
  ofAddress: readonly number[];
  inTotal: readonly number[];
}

export type ThrottleVerdict =
  | { kind: 'go-on'; delayMs: number }
  | { kind: 'refuse'; retryAfterSeconds: number };

/** When the count falls below the limit again: as the oldest that still matters leaves the window. */
function freeAt(times: readonly number[], most: number): number | null {
  if (times.length < most) return null;
  const sorted = [...times].sort((one, other) => one - other);
  const decisive = sorted[sorted.length - most];
  return decisive === undefined ? null : decisive + throttleWindowMs;
}

/**
 * Judges an attempt before its password is looked at.
 *
 * @param failures earlier ones; those outside the window, or dated in the future by a clock that was
 *   set back, do not count
 * @param now milliseconds since 1970
 * @returns each failure of the address slows the next answer down by a quarter of a second
 */
export function judgeLogin(failures: Failures, now: number): ThrottleVerdict {
  const recent = (times: readonly number[]) =>
    times.filter((time) => time <= now && now - time < throttleWindowMs);
  const ofAddress = recent(failures.ofAddress);
  const until = Math.max(
    freeAt(ofAddress, mostFailuresPerAddress) ?? 0,
    freeAt(recent(failures.inTotal), mostFailuresInTotal) ?? 0,
  );
  if (until > now) {
    return { kind: 'refuse', retryAfterSeconds: Math.ceil((until - now) / 1000) };
  }
  return { kind: 'go-on', delayMs: ofAddress.length * 250 };
}
