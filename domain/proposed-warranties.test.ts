import { expect, it } from 'vitest';
import { proposedWarranties } from './proposed-warranties.ts';

const agreed = { isUnrepaired: false, estimateAcceptedAt: '2026-03-05T10:00:00.000Z' };
const line = (description: string, warrantyDays: number | null) => ({ description, warrantyDays });
const lines = [
  line('Crystal', 90),
  line('Full service', 365),
  line('Gaskets', 90),
  line('Discount', null),
  line('Strap', 0),
];

it('proposes the warranties of the price’s lines, the longest first', () => {
  expect(proposedWarranties({ ...agreed, estimateLines: lines })).toEqual([
    { what: 'Full service', days: 365 },
    { what: 'Crystal, Gaskets', days: 90 },
  ]);
});

it('keeps every line within what a warranty can hold', () => {
  const long = 'x'.repeat(100);
  const estimateLines = [line(long, 30), line('Short', 30), line(long, 30)];
  expect(proposedWarranties({ ...agreed, estimateLines })).toEqual([
    { what: `${long}, Short`, days: 30 },
    { what: long, days: 30 },
  ]);
});

it('proposes nothing without accepted lines, nor if the watch goes back unrepaired', () => {
  const asked = { ...agreed, estimateAcceptedAt: null, estimateLines: lines };
  expect(proposedWarranties(asked)).toEqual([]);
  expect(proposedWarranties({ ...agreed, isUnrepaired: true, estimateLines: lines })).toEqual([]);
  expect(proposedWarranties({ ...agreed, estimateLines: null })).toEqual([]);
  expect(proposedWarranties(agreed)).toEqual([]);
});
