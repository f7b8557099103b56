/**
 * How failed logins are slowed and then refused. Shop decision: five per address and fifty in total
 * within fifteen minutes, counted over all server processes.
 */

export const throttleWindowMs = 15 * 60_000;
export const mostFailuresPerAddress = 5;
export const mostFailuresInTotal = 50;

/**
 * An attempt whose end is not known counts as under way for so long: it is slowed down and its
 * password looked at in less. Then it counts as failed.
 */
export const longestAttemptMs = 5_000;

/** What is told whoever would only have to wait for attempts that are under way. */
const momentSeconds = 3;

/** Attempts within the window; times in milliseconds since 1970, in any order. */
export interface Attempts {
  ofAddress: readonly number[];
  inTotal: readonly number[];
}

export type ThrottleVerdict =
  | { kind: 'go-on'; delayMs: number }
  /** Only attempts that are under way stand in the way: it may be looked at again in a moment. */
  | { kind: 'wait'; retryAfterSeconds: number }
  | { kind: 'refuse'; retryAfterSeconds: number };

/** When the count falls below the limit again: as the oldest that still matters leaves the window. */
function freeAt(times: readonly number[], most: number): number | null {
  if (times.length < most) return null;
  const sorted = [...times].sort((one, other) => one - other);
  const decisive = sorted[sorted.length - most];
  return decisive === undefined ? null : decisive + throttleWindowMs;
}

function freeFrom({ ofAddress, inTotal }: Attempts): number {
  return Math.max(
    freeAt(ofAddress, mostFailuresPerAddress) ?? 0,
    freeAt(inTotal, mostFailuresInTotal) ?? 0,
  );
}

const none: Attempts = { ofAddress: [], inTotal: [] };

/**
 * Judges an attempt before its password is looked at.
 *
 * @param failures earlier ones; those outside the window, or dated in the future by a clock that was
 *   set back, do not count
 * @param underWay attempts that may still turn out right; until then they count as failures, so
 *   that many at once get no more tries, but nobody is sent away for long because of them
 * @param now milliseconds since 1970
 * @returns each earlier attempt of the address slows the next answer down by a quarter of a second
 */
export function judgeLogin(
  failures: Attempts,
  now: number,
  underWay: Attempts = none,
): ThrottleVerdict {
  const recent = (times: readonly number[]) =>
    times.filter((time) => time <= now && now - time < throttleWindowMs);
  const failed = { ofAddress: recent(failures.ofAddress), inTotal: recent(failures.inTotal) };
  const until = freeFrom(failed);
  if (until > now) {
    return { kind: 'refuse', retryAfterSeconds: Math.ceil((until - now) / 1000) };
  }
  const ofAddress = [...failed.ofAddress, ...recent(underWay.ofAddress)];
  const inTotal = [...failed.inTotal, ...recent(underWay.inTotal)];
  if (freeFrom({ ofAddress, inTotal }) > now) {
    return { kind: 'wait', retryAfterSeconds: momentSeconds };
  }
  return { kind: 'go-on', delayMs: ofAddress.length * 250 };
}
