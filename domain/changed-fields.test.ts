import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('names only the fields that are others now', () => {
  expect(
    changedFields(
      { issue: 'Slow', price: null, notes: 'a' },
      { issue: 'Fast', price: 0, notes: 'a' },
    ),
  ).toEqual({ before: { issue: 'Slow', price: null }, after: { issue: 'Fast', price: 0 } });
});

it('takes what only one side knows for no change', () => {
  expect(changedFields({ issue: 'Slow', status: 'pending' }, { issue: 'Slow', price: 5 })).toEqual({
    before: {},
    after: {},
  });
});
