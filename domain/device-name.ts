/**
 * What a browser says of itself, as a line that staff recognise: which of the shop's computers has
 * a session. Rough on purpose: it is shown, never trusted.
 */

/** In this order: most browsers also name the ones that they wish to be taken for. */
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

/** What no browser could be read from. */
export const unknownDevice = 'Unknown browser';

const longestLookedAt = 400;

/**
 * @param userAgent the header as it came, if any
 * @returns e.g. "Chrome on Windows"; never a word of the header itself
 */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, longestLookedAt);
  const nameIn = (known: typeof browsers) => known.find(([pattern]) => pattern.test(text))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser === undefined) return system === undefined ? unknownDevice : `A program on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
