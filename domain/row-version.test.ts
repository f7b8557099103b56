import { expect, it } from 'vitest';
import { isVersionSeen, versionTag } from './row-version.ts';

const now = '2026-03-02T15:04:05.678Z';
const earlier = '2026-03-02T15:04:05.677Z';

it.each([
  [undefined, true],
  ['*', true],
  [versionTag(now), true],
  [`${versionTag(earlier)}, ${versionTag(now)}`, true],
  [versionTag(earlier), false],
  // A weak tag never matches here, and a tag stands in quotes.
  [`W/${versionTag(now)}`, false],
  [now, false],
  ['', false],
])('If-Match: %s', (ifMatch, isSeen) => {
  expect(isVersionSeen(ifMatch, now)).toBe(isSeen);
});
