import { expect, it } from 'vitest';
import { changedFields, isVersionSeen, versionTag } from './edits.ts';

const now = '2026-03-02T15:04:05.678Z';
const earlier = '2026-03-02T15:04:05.677Z';

it.each([
  [undefined, true],
  ['*', true],
  [versionTag(now), true],
  [`${versionTag(earlier)}, ${versionTag(now)}`, true],
  [versionTag(earlier), false],
  // A weak tag never matches here, and a tag is quoted.
  [`W/${versionTag(now)}`, false],
  [now, false],
  ['', false],
])('If-Match: %s', (ifMatch, isSeen) => {
  expect(isVersionSeen(ifMatch, now)).toBe(isSeen);
});

it('names only the fields that have changed', () => {
  expect(
    changedFields(
      { issue: 'Slow', price: null, notes: 'a' },
      { issue: 'Fast', price: 0, notes: 'a' },
    ),
  ).toEqual({ before: { issue: 'Slow', price: null }, after: { issue: 'Fast', price: 0 } });
});

it('treats a list with the same contents as no change', () => {
  const before = { days: ['mon', 'tue'], hours: { from: '09:00' } };
  expect(changedFields(before, { days: ['mon'], hours: { from: '09:00' } })).toEqual({
    before: { days: ['mon', 'tue'] },
    after: { days: ['mon'] },
  });
});

it('treats what only one side knows as no change', () => {
  expect(changedFields({ issue: 'Slow', status: 'pending' }, { issue: 'Slow', price: 5 })).toEqual({
    before: {},
    after: {},
  });
});
