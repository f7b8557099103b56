import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxCents } from './money.ts';
import {
  bareAmount,
  isBeforeTax,
  type PriceLine,
  rateText,
  taxOnTop,
  taxWithin,
  totalOf,
  typedFrom,
} from './tax.ts';

/** 10,000 times, as the money of a shop deserves. */
const often = { numRuns: 10_000 };

const rate = fc.integer({ min: 0, max: 20_000 });
const price = fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: maxCents }));

/** The slow calculation: the one whole number that lies within half a cent of the exact fraction, or on its lower edge. */
function nearest(dividend: bigint, divisor: bigint): bigint {
  let found = dividend / divisor;
  // found - 1/2 <= exact < found + 1/2
  while (2n * dividend >= (2n * found + 1n) * divisor) found += 1n;
  while (2n * dividend < (2n * found - 1n) * divisor) found -= 1n;
  return found;
}

describe('the tax in a price', () => {
  it.each([
    [0, 8_875, 0],
    [38_500, 8_875, 3_138],
    [11_000, 10_000, 1_000],
    // A sixth, and halves round up.
    [2, 20_000, 0],
    [3, 20_000, 1],
    [9, 20_000, 2],
    [maxCents, 20_000, 16_666_667],
    [38_500, 0, 0],
  ])('of %i cents at %i is %i', (cents, thousandths, tax) => {
    expect(taxWithin(bareAmount(cents), thousandths)).toBe(tax);
  });

  it('has a rate that is read in percent', () => {
    expect(rateText(8_875)).toBe('8.875%');
  });

  it('is added once to all lines', () => {
    const strap = { amountCents: 1_999, isTaxable: true };
    expect(taxOnTop([strap, strap, strap], 8_875)).toBe(532);
  });

  it('is only in the lines that are taxable, and a discount takes its own away', () => {
    const lines: PriceLine[] = [
      { amountCents: 10_000, isTaxable: false },
      { amountCents: 12_000, isTaxable: true },
      { amountCents: -1_000, isTaxable: true },
    ];
    expect(taxWithin(lines, 10_000)).toBe(1_000);
    expect(taxWithin([{ amountCents: 10_000, isTaxable: false }], 10_000)).toBe(0);
  });

  it('is the exact fraction to the nearest cent, halves up', () => {
    fc.assert(
      fc.property(price, rate, (cents, thousandths) => {
        const [gross, r] = [BigInt(cents), BigInt(thousandths)];
        expect(BigInt(taxWithin(bareAmount(cents), thousandths))).toBe(
          nearest(gross * r, 100_000n + r),
        );
        expect(BigInt(taxOnTop(bareAmount(cents), thousandths))).toBe(nearest(gross * r, 100_000n));
      }),
      often,
    );
  });

  it('is the same whether it is added to a price or found within the sum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80_000_000 }), rate, (cents, thousandths) => {
        const tax = taxOnTop(bareAmount(cents), thousandths);
        expect(taxWithin(bareAmount(cents + tax), thousandths)).toBe(tax);
      }),
      often,
    );
  });
});

describe('a price as staff type it', () => {
  const before = { taxThousandths: 8_875, pricesIncludeTax: false };

  it('is what the customer pays, unless the shop states its prices before tax', () => {
    expect(totalOf(100, { ...before, pricesIncludeTax: true })).toBe(100);
    expect(totalOf(100, { ...before, taxThousandths: 0 })).toBe(100);
    expect(isBeforeTax({ ...before, taxThousandths: 0 })).toBe(false);
    expect(totalOf(100, before)).toBe(108.88);
    expect(typedFrom(108.88, before)).toBe(100);
    expect(typedFrom(100, { ...before, pricesIncludeTax: true })).toBe(100);
  });

  it('comes back as it was typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80_000_000 }), rate, (cents, taxThousandths) => {
        const mode = { taxThousandths, pricesIncludeTax: false };
        expect(typedFrom(totalOf(cents / 100, mode), mode)).toBe(cents / 100);
      }),
      often,
    );
  });

  it('that is not a price stays as it is, for the check to refuse', () => {
    expect(totalOf(Number.NaN, before)).toBeNaN();
    expect(totalOf(-5, before)).toBe(-5);
  });
});
