import { describe, expect, it } from 'vitest';
import type { EstimateLine } from './price-lines.ts';
import { blankLine, checkLines, presetLine, typedAmount, typedLine } from './typed-lines.ts';

const mode = { taxThousandths: 8_875, pricesIncludeTax: false };

const strap: EstimateLine = {
  kind: 'part',
  description: 'Strap',
  quantity: 0.5,
  unitPrice: 19.99,
  isTaxable: true,
  warrantyDays: 90,
};

describe('typed lines', () => {
  it('are read back as they were', () => {
    const read = checkLines([typedLine('a', strap)], mode);
    expect(read).toEqual({ lines: [strap], dollars: 10.89 });
  });

  it('begin with a preset', () => {
    const preset = {
      name: 'Full service',
      kind: 'labor' as const,
      price: 520,
      isTaxable: false,
      days: 14,
      warrantyDays: 365,
    };
    expect(presetLine('a', preset)).toEqual({
      ...blankLine('a'),
      description: 'Full service',
      unitPrice: '520.00',
      isTaxable: false,
      warrantyDays: '365',
    });
  });

  it.each([
    ['description', '', 'Description is required'],
    ['quantity', '', 'Quantity must be from 0.01 to 99, with at most 2 decimals'],
    ['quantity', '100', 'Quantity must be from 0.01 to 99, with at most 2 decimals'],
    ['quantity', '1.001', 'Quantity must be from 0.01 to 99, with at most 2 decimals'],
    ['unitPrice', '', 'Unit price is required'],
    ['unitPrice', '-5', 'Unit price must be 0 or more'],
    ['unitPrice', 'five', 'Unit price must be a number'],
    ['warrantyDays', '3651', 'Warranty must be a whole number of days from 0 to 3650, or blank'],
    ['warrantyDays', 'a year', 'Warranty must be a whole number of days from 0 to 3650, or blank'],
  ])('say what is wrong where it is: %s “%s”', (part, typed, message) => {
    const lines = [typedLine('a', strap), { ...typedLine('b', strap), [part]: typed }];
    expect(checkLines(lines, mode)).toEqual({ faults: { [`b ${part}`]: message } });
  });

  it('report what is wrong with all of them together', () => {
    const discount = { ...typedLine('b', strap), kind: 'discount' as const, unitPrice: '20.02' };
    const message = 'Discounts can’t be more than the other lines';
    expect(checkLines([typedLine('a', strap), discount], mode)).toEqual({
      faults: { lines: message },
    });
  });

  it('are totaled while they are typed', () => {
    const line = typedLine('a', strap);
    expect(typedAmount(line)).toBe(10);
    expect(typedAmount({ ...line, kind: 'discount' })).toBe(-10);
    expect(typedAmount({ ...line, unitPrice: '19.' })).toBe(0);
    expect(typedAmount({ ...line, quantity: '' })).toBe(0);
  });
});
