import { expect, it } from 'vitest';
import { clockGapWords } from './clock-gap.ts';

it.each([
  [null, null],
  [0, null],
  [60_000, null],
  [-60_000, null],
  [60_001, '1 minute ahead'],
  [-61_000, '1 minute behind'],
  [6 * 60_000, '6 minutes ahead'],
  [-6 * 60_000 - 500, '6 minutes behind'],
  [5.4 * 3_600_000, '5 hours ahead'],
  [-30 * 24 * 3_600_000, '30 days behind'],
])('a clock that is ahead by %j milliseconds: %j', (aheadMs, words) => {
  expect(clockGapWords(aheadMs)).toBe(words);
});
