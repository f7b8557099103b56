import { expect, it } from 'vitest';
import { proposedWarranties } from './proposed-warranties.ts';

const line = (description: string, warrantyDays: number | null) => ({ description, warrantyDays });
const lines = [
  line('Crystal', 90),
  line('Full service', 365),
  line('Gaskets', 90),
  line('Discount', null),
  line('Strap', 0),
];

it('proposes what the lines of the price promise, the longest first', () => {
  expect(proposedWarranties({ isUnrepaired: false, estimateLines: lines })).toEqual([
    { what: 'Full service', days: 365 },
    { what: 'Crystal, Gaskets', days: 90 },
  ]);
});

it('keeps every line within what a warranty can hold', () => {
  const long = 'x'.repeat(100);
  const estimateLines = [line(long, 30), line('Short', 30), line(long, 30)];
  expect(proposedWarranties({ isUnrepaired: false, estimateLines })).toEqual([
    { what: `${long}, Short`, days: 30 },
    { what: long, days: 30 },
  ]);
});

it('proposes nothing without lines, nor where the watch goes back unrepaired', () => {
  expect(proposedWarranties({ isUnrepaired: true, estimateLines: lines })).toEqual([]);
  expect(proposedWarranties({ isUnrepaired: false, estimateLines: null })).toEqual([]);
  expect(proposedWarranties({ isUnrepaired: false })).toEqual([]);
});
