import { expect, it } from 'vitest';
import { typedPrice } from '../repairs/repair-edit.ts';

it.each([
  ['', null],
  ['   ', null],
  ['150', 150],
  ['1,250.00', 1250],
  ['$ 99.90', 99.9],
  ['-5', -5],
  ['-$5', -5],
  ['1.234', 1.234],
  ['1,000,000', 1_000_000],
  ['1,23', '1,23'],
  ['12,50', '12,50'],
  ['$', '$'],
  ['about 100', 'about 100'],
  ['1e3', '1e3'],
])('reads a price typed as "%s" as %s', (typed, read) => {
  expect(typedPrice(typed)).toBe(read);
});
