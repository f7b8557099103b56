import { expect, it } from 'vitest';
import { changedFields, editedFields, hasValues, isVersionSeen, versionTag } from './edits.ts';

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

it('applies the fields of an edit that are given, and says what they change', () => {
  const stored = { issue: 'Slow', price: 5 as number | null };
  expect(editedFields(stored, { price: null, issue: undefined })).toEqual({
    next: { issue: 'Slow', price: null },
    changes: { before: { price: 5 }, after: { price: null } },
  });
  for (const edit of [{}, { issue: undefined }, { issue: 'Slow', price: 5 }]) {
    expect(editedFields(stored, edit)).toEqual({ next: stored, changes: null });
  }
});

it('knows what a row holds already', () => {
  const row = { id: '1', issue: 'Slow', days: ['mon'] };
  expect(hasValues(row, { issue: 'Slow', days: ['mon'] })).toBe(true);
  expect(hasValues(row, { issue: 'Slow', days: ['tue'] })).toBe(false);
});
