import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centsFromDollars,
  dollarsFromCents,
  formatDollars,
  formatPrice,
  maxCents,
  parsePrice,
  typedPrice,
} from './money.ts';

const anyCents = fc.integer({ min: 0, max: maxCents });

describe('centsFromDollars', () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [0.1, 10],
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [8.2, 820],
    [150, 15_000],
    [150.5, 15_050],
    [1234.56, 123_456],
    [999_999.99, 99_999_999],
  ])('%d dollars are %i cents', (dollars, cents) => {
    expect(centsFromDollars(dollars)).toBe(cents);
  });

  it('turns -0 into plain 0', () => {
    expect(Object.is(centsFromDollars(-0), 0)).toBe(true);
  });

  it.each([
    ...[0.1 + 0.2, 1.1 + 2.2, 0.001, 1.005, 150.505, 1e-7, Number.MIN_VALUE],
    ...[1_000_000, 999_999.995, 1e21, Number.MAX_VALUE, -0.01, -150],
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ])('%d is refused', (dollars) => {
    expect(centsFromDollars(dollars)).toBeNull();
  });

  it('gives back every whole number of cents, through JSON, too', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        const dollars = dollarsFromCents(cents);
        expect(centsFromDollars(dollars)).toBe(cents);
        expect(centsFromDollars(JSON.parse(JSON.stringify(dollars)))).toBe(cents);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('formatting', () => {
  it.each([
    [0, '0.00'],
    [1, '0.01'],
    [10, '0.10'],
    [99, '0.99'],
    [100, '1.00'],
    [15_050, '150.50'],
    [123_456, '1234.56'],
    [99_999_999, '999999.99'],
  ])('%i cents read %s', (cents, text) => {
    expect(formatDollars(cents)).toBe(text);
    expect(formatPrice(dollarsFromCents(cents)).replaceAll(',', '')).toBe(`$${text}`);
  });

  it('groups the thousands of a price', () => {
    expect(formatPrice(1250.5)).toBe('$1,250.50');
    expect(formatPrice(999_999.99)).toBe('$999,999.99');
  });
});

describe('parsePrice', () => {
  it.each([
    ['150', 150],
    ['150.5', 150.5],
    ['150.50', 150.5],
    ['0', 0],
    ['0.00', 0],
    ['.50', 0.5],
    ['007', 7],
    ['$150', 150],
    ['$ 99.90', 99.9],
    ['  12.34  ', 12.34],
    ['1,250', 1250],
    ['1,250.00', 1250],
    ['$999,999.99', 999_999.99],
  ])('%j is %d dollars', (typed, dollars) => {
    expect(parsePrice(typed)).toBe(dollars);
  });

  const noPrices = `$ . , 150. 150.505 150.500 1.2.3 1,25 1,2500 12,34,567 0012,345 ,250 99,90
    1.250,00 -5 -0 +5 1e3 0x10 Infinity NaN 5$ $$5 <b>5</b> ٥ 1000000 1,000,000.00`;
  it.each([...noPrices.split(/\s+/), '', ' ', '5 0', '150 dollars', '9'.repeat(400)])(
    '%j is not a price',
    (typed) => {
      expect(parsePrice(typed)).toBeNull();
    },
  );
});

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
