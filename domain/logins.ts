/**
 * How failed logins are slowed and then refused. Shop decision: five per address and fifty in total
 * within fifteen minutes, counted over all server processes. A browser that has logged in before has
 * ten of its own, however often strangers fail.
 */

export const throttleWindowMs = 15 * 60_000;

/** How many failures within the window lead to refusals. */
export interface LoginLimits {
  ofOne: number;
  inTotal: number;
}

export const unknownBrowser: LoginLimits = { ofOne: 5, inTotal: 50 };
export const knownDevice: LoginLimits = { ofOne: 10, inTotal: Number.POSITIVE_INFINITY };

/**
 * An attempt whose end is not known counts as under way for this long: slowing it down and checking
 * its password take less. Then it counts as failed.
 */
export const longestAttemptMs = 5_000;

/** The wait to report when only unfinished attempts stand in the way. */
const momentSeconds = 3;

/** Attempts within the window; times in milliseconds since 1970, in any order. */
export interface Attempts {
  /** Of the address, or of the known device. */
  ofOne: readonly number[];
  inTotal: readonly number[];
}

export type ThrottleVerdict =
  | { kind: 'go-on'; delayMs: number }
  /** Only unfinished attempts stand in the way: it can be tried again in a moment. */
  | { kind: 'wait'; retryAfterSeconds: number }
  | { kind: 'refuse'; retryAfterSeconds: number };

/** When the count falls below the limit again: once the oldest that still matters is outside the window. */
function freeAt(times: readonly number[], most: number): number {
  const decisive = times.toSorted((one, other) => other - one)[most - 1];
  return decisive === undefined ? 0 : decisive + throttleWindowMs;
}

const freeFrom = ({ ofOne, inTotal }: Attempts, most: LoginLimits) =>
  Math.max(freeAt(ofOne, most.ofOne), freeAt(inTotal, most.inTotal));

const none: Attempts = { ofOne: [], inTotal: [] };

/**
 * Judges an attempt before its password is checked.
 *
 * @param failures earlier ones; those outside the window, or dated in the future by a clock that was
 *   set back, do not count
 * @param underWay attempts that may still turn out right; until then they count as failures, so
 *   that many at once get no more tries, but no one is turned away for long because of them
 * @param now milliseconds since 1970
 * @param limits of an unknown browser's address, or of a known device
 * @returns whether to go on, wait or refuse; each earlier attempt from the address or device slows
 * the next answer down by a quarter of a second
 */
export function judgeLogin(
  failures: Attempts,
  now: number,
  underWay: Attempts = none,
  limits: LoginLimits = unknownBrowser,
): ThrottleVerdict {
  const recent = (times: readonly number[]) =>
    times.filter((time) => time <= now && now - time < throttleWindowMs);
  const failed = { ofOne: recent(failures.ofOne), inTotal: recent(failures.inTotal) };
  const until = freeFrom(failed, limits);
  if (until > now) {
    return { kind: 'refuse', retryAfterSeconds: Math.ceil((until - now) / 1000) };
  }
  const ofOne = [...failed.ofOne, ...recent(underWay.ofOne)];
  const inTotal = [...failed.inTotal, ...recent(underWay.inTotal)];
  if (freeFrom({ ofOne, inTotal }, limits) > now) {
    return { kind: 'wait', retryAfterSeconds: momentSeconds };
  }
  return { kind: 'go-on', delayMs: ofOne.length * 250 };
}

/**
 * What a browser says about itself, as a line that staff recognize: which of the shop's computers has
 * a session. Rough on purpose: it is shown, never trusted.
 */

/** In this order: most browsers also name the ones that they want to be taken for. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** For a header that names no known browser. */
export const unknownDevice = 'Unknown browser';

const longestLookedAt = 400;

/**
 * @param userAgent the header as it came, if any
 * @returns e.g. "Chrome on Windows"; never text from the header itself
 */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, longestLookedAt);
  const nameIn = (known: typeof browsers) => known.find(([pattern]) => pattern.test(text))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser === undefined) return system === undefined ? unknownDevice : `A program on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
