import { expect, it } from 'vitest';
import { mergeStored, noteTyped } from './changed-meanwhile.ts';

const opened = { model: 'Speedmaster', issue: 'Stops', price: '' };

it('keeps what was typed if nobody else changed anything', () => {
  const typed = { ...opened, issue: 'Stops at night' };
  expect(mergeStored(opened, opened, typed)).toEqual({ fields: typed, changed: [], taken: [] });
});

it('has both versions of what two people changed, and keeps what was typed', () => {
  const typed = { ...opened, issue: 'Stops at night' };
  expect(mergeStored(opened, { ...opened, issue: 'Runs fast' }, typed)).toEqual({
    fields: typed,
    changed: [{ name: 'issue', yours: 'Stops at night', stored: 'Runs fast' }],
    taken: [],
  });
});

it('follows the store if nothing was typed: there is nothing to choose, but it is named', () => {
  const typed = { ...opened, issue: 'Stops at night' };
  expect(mergeStored(opened, { ...opened, price: '80.00' }, typed)).toEqual({
    fields: { ...typed, price: '80.00' },
    changed: [],
    taken: ['price'],
  });
});

it('has nothing to choose if both say the same', () => {
  const typed = { ...opened, issue: 'Runs fast ' };
  expect(mergeStored(opened, { ...opened, issue: 'Runs fast' }, typed)).toMatchObject({
    changed: [],
    taken: [],
  });
});

it('takes what is typed later as the user’s version', () => {
  const changed = [{ name: 'issue', yours: 'Stops at night', stored: 'Runs fast' }];
  const [field] = noteTyped(changed, 'issue', 'Stops at noon');
  expect(field?.yours).toBe('Stops at noon');
  expect(noteTyped(changed, 'issue', 'Runs fast')).toEqual(changed);
});
