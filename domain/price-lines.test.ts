import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dollarsFromCents, maxCents } from './money.ts';
import {
  type EstimateLine,
  lineCents,
  lineKinds,
  linesFault,
  linesText,
  linesToEdit,
  maxLines,
  sumOfLines,
  taxInPrice,
} from './price-lines.ts';
import type { PriceMode } from './tax.ts';

const line = (given: Partial<EstimateLine> = {}): EstimateLine => ({
  kind: 'labor',
  description: 'Full service',
  quantity: 1,
  unitPrice: 100,
  isTaxable: true,
  warrantyDays: null,
  ...given,
});

const onTop = (taxThousandths: number): PriceMode => ({ taxThousandths, pricesIncludeTax: false });
const included = (taxThousandths: number): PriceMode => ({
  taxThousandths,
  pricesIncludeTax: true,
});

/** The example estimate. */
const service = [
  line({ description: 'Full service', unitPrice: 520, isTaxable: false, warrantyDays: 365 }),
  line({ kind: 'part', description: 'Mainspring', unitPrice: 38 }),
  line({ kind: 'part', description: 'Gasket set', unitPrice: 24.5 }),
  line({ description: 'Pressure test', unitPrice: 25, isTaxable: false }),
  line({ kind: 'part', description: 'Crystal', unitPrice: 165 }),
  line({ description: 'Bracelet', quantity: 0.5, unitPrice: 90, isTaxable: false }),
];

const anyLine: fc.Arbitrary<EstimateLine> = fc.record({
  kind: fc.constantFrom(...lineKinds),
  description: fc.constant('Work'),
  quantity: fc.integer({ min: 1, max: 9_900 }).map((hundredths) => hundredths / 100),
  unitPrice: fc
    .oneof(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 1_000_000 }))
    .map(dollarsFromCents),
  isTaxable: fc.boolean(),
  warrantyDays: fc.constant(null),
});
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: maxLines });
const anyRate = fc.integer({ min: 0, max: 20_000 });

/** The slow calculation, halves up: the one whole number within half a cent of the exact fraction. */
function nearest(dividend: bigint, divisor: bigint): bigint {
  let found = dividend / divisor;
  while (2n * dividend >= (2n * found + 1n) * divisor) found += 1n;
  return found;
}

const hundred = (decimal: number) => BigInt(decimal.toFixed(2).replace('.', ''));

/** Line by line and sum by sum, in whole numbers of any size. */
function calculated(
  lines: readonly EstimateLine[],
  { taxThousandths, pricesIncludeTax }: PriceMode,
) {
  let subtotal = 0n;
  let taxable = 0n;
  for (const { kind, quantity, unitPrice, isTaxable } of lines) {
    const cents = nearest(hundred(quantity) * hundred(unitPrice), 100n);
    const effect = kind === 'discount' ? -cents : cents;
    subtotal += effect;
    if (isTaxable) taxable += effect;
  }
  if (taxable < 0n) taxable = 0n;
  const rate = BigInt(taxThousandths);
  const tax = nearest(taxable * rate, pricesIncludeTax ? 100_000n + rate : 100_000n);
  return { subtotal, taxable, tax, total: pricesIncludeTax ? subtotal : subtotal + tax };
}

describe('the total of lines', () => {
  it('is rounded once, over what is taxable', () => {
    expect(sumOfLines([line({ quantity: 3, unitPrice: 19.99 })], onTop(8_875))).toEqual({
      subtotal: 5_997,
      taxable: 5_997,
      tax: 532,
      total: 6_529,
    });
    expect(sumOfLines(service, onTop(7_750))).toEqual({
      subtotal: 81_750,
      taxable: 22_750,
      tax: 1_763,
      total: 83_513,
    });
  });

  it('is reduced by a discount and its tax, but the tax is never below 0', () => {
    const discount = line({ kind: 'discount', unitPrice: 30 });
    expect(sumOfLines([line(), discount], onTop(10_000)).total).toBe(7_700);
    const untaxed = line({ isTaxable: false });
    expect(sumOfLines([untaxed, discount], onTop(10_000))).toEqual({
      subtotal: 7_000,
      taxable: 0,
      tax: 0,
      total: 7_000,
    });
  });

  it.each([
    [0.01, 0.5, 1],
    [0.01, 0.49, 0],
    [1.5, 0.33, 50],
    [99, 999_999.99, 9_899_999_901],
  ])('has halves rounded up in a line: %f × $%f', (quantity, unitPrice, cents) => {
    expect(lineCents({ kind: 'part', quantity, unitPrice })).toBe(cents);
    expect(lineCents({ kind: 'discount', quantity, unitPrice })).toBe(0 - cents);
  });

  it('matches a slow exact calculation in 10,000 random estimates', () => {
    fc.assert(
      fc.property(anyLines, anyRate, fc.boolean(), (lines, taxThousandths, pricesIncludeTax) => {
        const mode = { taxThousandths, pricesIncludeTax };
        const exact = calculated(lines, mode);
        const sums = sumOfLines(lines, mode);
        const isFine = exact.subtotal >= 0n && exact.total <= BigInt(maxCents);
        if ((linesFault(lines, mode) === null) !== isFine) return false;
        if (String(Object.values(sums)) !== String(Object.values(exact))) return false;
        if (!isFine) return true;
        // What is stored with the estimate gives the same tax, even if the shop changes its settings.
        const price = dollarsFromCents(sums.total);
        const again = linesToEdit({ price, lines, work: null }, mode);
        return (
          taxInPrice({ price, lines }, taxThousandths) === sums.tax &&
          again.every((one, at) => one === lines[at])
        );
      }),
      { numRuns: 10_000 },
    );
  });

  it('is never below 0', () => {
    const fault = 'Discounts can’t be more than the other lines';
    const discount = line({ kind: 'discount', unitPrice: 100.01 });
    expect(linesFault([line(), discount], onTop(8_875))).toBe(fault);
    expect(linesFault([line(), line({ kind: 'discount' })], onTop(8_875))).toBeNull();
    expect(linesFault([line({ unitPrice: 950_000 })], onTop(8_875))).toBe(
      'The total can be at most $999,999.99',
    );
  });
});

describe('the tax in an agreed price', () => {
  it('is that of one taxable line for an amount without lines', () => {
    expect(taxInPrice({ price: 385, lines: null }, 8_875)).toBe(3_138);
  });

  it('is within the lines or on top of them, as they were typed', () => {
    const lines = [line(), line({ isTaxable: false })];
    expect(taxInPrice({ price: 200, lines }, 10_000)).toBe(909);
    expect(taxInPrice({ price: 210, lines }, 10_000)).toBe(1_000);
  });
});

describe('what the next estimate begins with', () => {
  it('is one line with the price as typed, if there are none yet', () => {
    const last = { price: 108.88, lines: null, work: 'New crown' };
    expect(linesToEdit(last, onTop(8_875))).toEqual([line({ description: 'New crown' })]);
    expect(linesToEdit({ ...last, work: null }, included(8_875))).toEqual([
      line({ description: 'Repair', unitPrice: 108.88 }),
    ]);
  });

  it('is the whole price, if the shop now states its prices another way', () => {
    const last = { price: 835.13, lines: service, work: null };
    expect(linesToEdit(last, included(7_750))).toEqual([
      line({ description: 'Repair', unitPrice: 835.13 }),
    ]);
  });
});

it('has words for each line', () => {
  const spring = line({
    kind: 'part',
    description: 'Spring bar',
    quantity: 2,
    unitPrice: 5,
    isTaxable: false,
    warrantyDays: 90,
  });
  const discount = line({ kind: 'discount', description: 'Regular customer', unitPrice: 10 });
  expect(linesText([spring, discount])).toBe(
    '2 × Spring bar (part), $5.00 each, no tax, warranty 90 days\nRegular customer (discount), -$10.00',
  );
  expect(linesText(null)).toBe('');
});
