import { describe, expect, it } from 'vitest';
import type { EstimateLine } from './price-lines.ts';
import { amountLines, printedPrice, printedPriceOfTicket } from './printed-price.ts';

const line = (given: Partial<EstimateLine> = {}): EstimateLine => ({
  kind: 'labor',
  description: 'Full service',
  quantity: 1,
  unitPrice: 100,
  isTaxable: true,
  warrantyDays: null,
  ...given,
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

describe('a price on paper', () => {
  const total = (amount: string) => ({ label: 'Total', amount });

  it('without lines is the work, with the tax split off', () => {
    const bare = { price: 385, work: null, lines: null };
    expect(printedPrice({ ...bare, tax: { taxThousandths: 8_875, tax: 31.38 } })).toEqual({
      lines: [{ label: 'Repair', quantity: null, unitPrice: null, taxMark: '', amount: '$353.62' }],
      sums: [{ label: 'Tax (8.875%)', amount: '$31.38' }],
      total: total('$385.00'),
    });
    expect(printedPrice({ ...bare, work: 'New crown', tax: null })).toEqual({
      lines: [
        { label: 'New crown', quantity: null, unitPrice: null, taxMark: '', amount: '$385.00' },
      ],
      sums: [],
      total: total('$385.00'),
    });
  });

  it('with lines shows each of them, and what is taxed', () => {
    const tax = { taxThousandths: 7_750, tax: 17.63 };
    const printed = printedPrice({ price: 835.13, work: 'Service', lines: service, tax });
    expect(printed.lines.map(({ taxMark }) => taxMark)).toEqual(['', 'T', 'T', '', 'T', '']);
    expect(printed.lines.at(-1)).toEqual({
      label: 'Bracelet',
      quantity: '0.5',
      unitPrice: '$90.00',
      taxMark: '',
      amount: '$45.00',
    });
    expect(printed.sums).toEqual([
      { label: 'Subtotal', amount: '$817.50' },
      { label: 'Tax (7.75% on $227.50)', amount: '$17.63' },
    ]);
    expect(printed.total).toEqual(total('$835.13'));
    const rows = amountLines(printed);
    expect(rows.slice(1, 2)).toEqual([{ label: 'Mainspring, T', amount: '$38.00' }]);
    expect(rows.slice(-4)).toEqual([
      { label: 'Bracelet, 0.5 × $90.00', amount: '$45.00' },
      ...printed.sums,
      total('$835.13'),
    ]);
  });

  it('with tax included only says so, and needs no marks if all is taxable', () => {
    const lines = [line(), line({ kind: 'discount', unitPrice: 10, description: 'Regular' })];
    const tax = { taxThousandths: 10_000, tax: 8.18 };
    const printed = printedPrice({ price: 90, work: null, lines, tax });
    expect(printed.sums).toEqual([{ label: 'Includes tax (10%)', amount: '$8.18' }]);
    expect(
      printed.lines.map(({ taxMark, unitPrice, amount }) => [taxMark, unitPrice, amount]),
    ).toEqual([
      ['', '$100.00', '$100.00'],
      ['', '-$10.00', '-$10.00'],
    ]);
  });

  it('of a ticket is the accepted estimate, else the repair price', () => {
    const ticket = {
      repairPrice: 50,
      estimatePrice: 200,
      estimateWork: 'New crown',
      estimateLines: [line(), line()],
      estimateAcceptedAt: null,
      estimateDeclinedAt: null,
      isUnrepaired: false,
      settledTax: null,
    };
    const printed = printedPriceOfTicket(ticket, 0);
    expect(printed?.lines.map(({ label, amount }) => [label, amount])).toEqual([
      ['Repair', '$50.00'],
    ]);
    const accepted = { ...ticket, estimateAcceptedAt: '2026-03-02T10:00:00.000Z' };
    expect(printedPriceOfTicket(accepted, 0)?.lines).toHaveLength(2);
    expect(printedPriceOfTicket({ ...accepted, isUnrepaired: true }, 0)).toBeNull();
    const acceptedSoFar = { price: 80, work: 'New strap', lines: [line({ unitPrice: 80 })] };
    const further = printedPriceOfTicket({ ...ticket, acceptedSoFar }, 0);
    expect(further?.total.amount).toBe('$80.00');
    expect(further?.lines).toHaveLength(1);
    const { estimateLines: _, ...older } = accepted;
    expect(printedPriceOfTicket(older, 0)?.lines[0]?.label).toBe('New crown');
  });
});
