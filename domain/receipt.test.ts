import { describe, expect, it } from 'vitest';
import { receiptOf } from './receipt.ts';

const shop = {
  name: 'Harbor Watch Repair',
  address: '12 Harbor Street',
  phone: '(212) 555-0100',
  email: 'hello@harborwatch.example',
  social: '@harborwatch',
};

const repair = {
  ticketNumber: 'WH123456ABC',
  customerName: 'Ada Byron',
  customerPhone: '2125550101',
  watchBrand: 'Omega',
  watchModel: 'Seamaster',
  serialNumber: null,
  repairPrice: 80,
  estimatePrice: null,
  estimateWork: null,
  estimateAcceptedAt: null,
  estimateDeclinedAt: null,
  isUnrepaired: false,
  createdAt: '2026-03-02T10:00:00.000Z',
  completedAt: null,
  settledTax: null,
  paid: 30,
  balance: 50,
};
const deposit = {
  kind: 'deposit',
  method: 'card',
  amount: 40,
  at: '2026-03-03T10:00:00.000Z',
  voidedAt: null,
} as const;

type Given = Parameters<typeof receiptOf>[0];
const made = (
  given: Partial<Given['repair']>,
  payments: Given['payments'] = [deposit],
  taxThousandths = 0,
) =>
  receiptOf(
    { repair: { ...repair, ...given }, payments },
    { shop, taxThousandths },
    'today',
    (iso) => iso.slice(0, 10),
  );

describe('a receipt', () => {
  it('names the shop, the ticket, the watch and what was paid', () => {
    const refund = { ...deposit, kind: 'refund', method: 'cash', amount: 10 } as const;
    expect(made({}, [deposit, refund])).toEqual({
      shop,
      ticketNumber: 'WH123456ABC',
      facts: [
        { label: 'Date', value: 'today' },
        { label: 'Customer', value: 'Ada Byron' },
        { label: 'Phone', value: '(212) 555-0101' },
        { label: 'Watch', value: 'Omega Seamaster' },
        { label: 'Taken in', value: '2026-03-02' },
      ],
      price: {
        lines: [
          { label: 'Repair', quantity: null, unitPrice: null, taxMark: '', amount: '$80.00' },
        ],
        sums: [],
        total: { label: 'Total', amount: '$80.00' },
      },
      payments: [
        { label: '2026-03-03 · Deposit, card', amount: '$40.00' },
        { label: '2026-03-03 · Refund, cash', amount: '-$10.00' },
      ],
      sums: [
        { label: 'Paid', amount: '$30.00' },
        { label: 'Balance', amount: '$50.00' },
      ],
    });
  });

  it('shows the accepted work, the serial number and when it was done', () => {
    const accepted = { estimatePrice: 1250, estimateAcceptedAt: '2026-03-02T11:00:00.000Z' };
    const { facts, price } = made({
      ...accepted,
      estimateWork: 'Full service',
      serialNumber: 'A 12',
      completedAt: '2026-03-09T10:00:00.000Z',
    });
    expect(price?.lines[0]).toMatchObject({ label: 'Full service', amount: '$1,250.00' });
    expect(facts).toContainEqual({ label: 'Serial number', value: 'A 12' });
    expect(facts).toContainEqual({ label: 'Completed', value: '2026-03-09' });
    // An estimate that no one accepted does not count.
    const open = made({ estimatePrice: 1250, estimateWork: 'Full service' });
    expect(open.price?.lines[0]).toMatchObject({ label: 'Repair', amount: '$80.00' });
  });

  it('leaves out what was voided, and is without a balance if no price is agreed', () => {
    const voided = { ...deposit, voidedAt: '2026-03-04T10:00:00.000Z' };
    const { payments, price, sums } = made({ repairPrice: null, balance: null }, [voided]);
    expect(payments).toEqual([]);
    expect(price).toBeNull();
    expect(sums).toEqual([{ label: 'Paid', amount: '$30.00' }]);
  });

  it('splits the price up if there is tax in it', () => {
    expect(made({ repairPrice: 385 }, [], 8_875).price).toMatchObject({
      lines: [{ label: 'Repair', amount: '$353.62' }],
      sums: [{ label: 'Tax (8.875%)', amount: '$31.38' }],
      total: { label: 'Total', amount: '$385.00' },
    });
    const settledTax = { taxThousandths: 5_000, tax: 18.33 };
    expect(made({ repairPrice: 385, settledTax }, [], 8_875).price?.sums).toEqual([
      { label: 'Tax (5%)', amount: '$18.33' },
    ]);
    expect(made({ repairPrice: 0 }, [], 8_875).price).toMatchObject({
      lines: [{ label: 'Repair', amount: '$0.00' }],
      sums: [],
    });
  });

  it.each([
    [0, 'Balance', '$0.00'],
    [-5.5, 'Refund due', '$5.50'],
  ])('ends with a balance of %s', (balance, label, amount) => {
    expect(made({ balance }).sums.at(-1)).toEqual({ label, amount });
  });
});
