import { expect, it } from 'vitest';
import { listText } from './list-text.ts';

it.each([
  [[], ''],
  [['WH1'], 'WH1'],
  [['WH1', 'WH2'], 'WH1 and WH2'],
  [['2 repairs', '1 photo', '1 note'], '2 repairs, 1 photo, and 1 note'],
])('%j is a list within a sentence: %s', (parts, text) => {
  expect(listText(parts)).toBe(text);
});
