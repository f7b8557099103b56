import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxCents } from './money.ts';
import {
  agreedPrice,
  amountFault,
  balanceAskedFor,
  balanceCents,
  balanceLabel,
  type PaymentKind,
  paidCents,
  paymentEffect,
  paymentKinds,
  paymentRefusal,
  readAmount,
  voidRefusal,
} from './payments.ts';

const day = '2026-03-02T10:00:00.000Z';

describe('the agreed price', () => {
  const estimates = {
    none: { estimatePrice: null, estimateAcceptedAt: null, estimateDeclinedAt: null },
    open: { estimatePrice: 300, estimateAcceptedAt: null, estimateDeclinedAt: null },
    accepted: { estimatePrice: 300, estimateAcceptedAt: day, estimateDeclinedAt: null },
    declined: { estimatePrice: 300, estimateAcceptedAt: null, estimateDeclinedAt: day },
    further: {
      estimatePrice: 300,
      estimateAcceptedAt: null,
      estimateDeclinedAt: null,
      acceptedSoFar: { price: 150 },
    },
  };
  const isUnrepaired = false;

  it.each([
    ['none', null, null],
    ['none', 80, 80],
    ['none', 0, 0],
    ['open', null, null],
    ['open', 80, 80],
    ['accepted', null, 300],
    ['accepted', 80, 300],
    ['declined', null, null],
    ['declined', 80, null],
    ['further', null, 150],
    ['further', 80, 150],
  ] as const)('estimate %s, repair price %s: %s', (estimate, repairPrice, price) => {
    expect(agreedPrice({ repairPrice, isUnrepaired, ...estimates[estimate] })).toBe(price);
  });

  it('is absent for a watch that was returned unrepaired, no matter what is known about its estimate', () => {
    expect(agreedPrice({ repairPrice: 80, isUnrepaired: true, ...estimates.none })).toBeNull();
  });
});

describe('the balance', () => {
  const ticket = {
    repairPrice: 8000,
    estimatePrice: null,
    estimateAcceptedAt: null,
    estimateDeclinedAt: null,
    isUnrepaired: false,
  };

  it.each([
    [8000, 0, 8000],
    [8000, 2500, 5500],
    [8000, 8000, 0],
    [8000, 9000, -1000],
    [0, 0, 0],
    [null, 0, null],
    [null, 2500, null],
  ])('price %s, paid %s: %s', (repairPrice, paid, balance) => {
    expect(balanceCents({ ...ticket, repairPrice }, paid)).toBe(balance);
  });

  const accepted = { estimatePrice: 30_000, estimateAcceptedAt: day };
  const declined = { estimatePrice: 30_000, estimateDeclinedAt: day };
  it.each([
    ['its estimate was declined', { ...ticket, ...declined }],
    ['it went back unrepaired', { ...ticket, isUnrepaired: true }],
    [
      'it went back unrepaired, its estimate accepted',
      { ...ticket, ...accepted, isUnrepaired: true },
    ],
  ])('is what was paid, to be given back, and absent if nothing was paid: %s', (_why, goesBack) => {
    expect(balanceCents(goesBack, 4000)).toBe(-4000);
    expect(balanceCents(goesBack, 0)).toBeNull();
  });

  it.each([
    [40, 'Balance'],
    [0, 'Balance'],
    [-40, 'Refund due'],
  ])('of %d is called %s', (balance, label) => {
    expect(balanceLabel(balance)).toBe(label);
  });
});

describe('an amount', () => {
  it.each([
    [0.01, null],
    [25, null],
    [19.99, null],
    [999_999.99, null],
    [0, 'The amount must be more than $0.00'],
    [-0, 'The amount must be more than $0.00'],
    [-5, 'The amount must be more than $0.00'],
    [0.001, 'The amount can have at most 2 decimals'],
    [19.999, 'The amount can have at most 2 decimals'],
    [1_000_000, 'The amount must be at most $999,999.99'],
    [999_999.991, 'The amount must be at most $999,999.99'],
    [Number.NaN, 'Please enter a valid amount'],
    [Number.POSITIVE_INFINITY, 'Please enter a valid amount'],
    [Number.NEGATIVE_INFINITY, 'Please enter a valid amount'],
  ])('of %s dollars: %s', (dollars, fault) => {
    expect(amountFault(dollars)).toBe(fault);
  });

  it.each([
    ['25', { dollars: 25 }],
    [' $ 1,250.50 ', { dollars: 1250.5 }],
    ['.50', { dollars: 0.5 }],
    ['', { message: 'Please enter an amount' }],
    ['   ', { message: 'Please enter an amount' }],
    ['$', { message: 'Please enter a valid amount' }],
    ['twenty', { message: 'Please enter a valid amount' }],
    ['1,2,3', { message: 'Please enter a valid amount' }],
    ['1e3', { message: 'Please enter a valid amount' }],
    ['0', { message: 'The amount must be more than $0.00' }],
    ['-5', { message: 'The amount must be more than $0.00' }],
    ['$-5.00', { message: 'The amount must be more than $0.00' }],
    ['19.999', { message: 'The amount can have at most 2 decimals' }],
    ['1000000', { message: 'The amount must be at most $999,999.99' }],
    ['1,000,000.00', { message: 'The amount must be at most $999,999.99' }],
  ])('typed as %j', (typed, read) => {
    expect(readAmount(typed)).toEqual(read);
  });
});

describe('a payment is refused', () => {
  const tooMuch = 'The payments on a ticket can total at most $999,999.99';

  it.each<[PaymentKind, number, number, string | null]>([
    ['deposit', 0, 1, null],
    ['payment', 0, maxCents, null],
    ['payment', 1, maxCents, tooMuch],
    ['deposit', maxCents, 1, tooMuch],
    ['refund', 0, 1, 'There is no payment to refund'],
    ['refund', 2500, 2500, null],
    ['refund', 2500, 2501, 'At most $25.00 can be refunded: no more was paid'],
    ['refund', maxCents, maxCents, null],
  ])('%s with %i paid, of %i: %s', (kind, paid, amountCents, refusal) => {
    expect(paymentRefusal(paid, { kind, amountCents })).toBe(refusal);
  });

  it.each<[PaymentKind, number, number, string | null]>([
    ['deposit', 2500, 2500, null],
    ['payment', 5000, 2500, null],
    ['payment', 2499, 2500, 'Part of it was refunded. Void the refund first.'],
    ['refund', 0, 2500, null],
    ['refund', maxCents, 1, `${tooMuch}.`],
  ])('%s with %i paid, of %i, is voided: %s', (kind, paid, amountCents, refusal) => {
    expect(voidRefusal(paid, { kind, amountCents })).toBe(refusal);
  });
});

it('what is paid stays between zero and the maximum, no matter what is taken and voided', () => {
  const amountCents = fc.oneof(
    fc.integer({ min: 1, max: 500 }),
    fc.integer({ min: 1, max: maxCents }),
  );
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom(...paymentKinds), amountCents }),
    fc.record({ voids: fc.nat({ max: 20 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const payments: { kind: PaymentKind; amountCents: number; isVoided: boolean }[] = [];
      let paid = 0;
      for (const given of steps) {
        if ('voids' in given) {
          const payment = payments[given.voids];
          if (!payment || payment.isVoided || voidRefusal(paid, payment) !== null) continue;
          payment.isVoided = true;
          paid -= paymentEffect(payment);
        } else if (paymentRefusal(paid, given) === null) {
          payments.push({ ...given, isVoided: false });
          paid += paymentEffect(given);
        }
        expect(paidCents(payments)).toBe(paid);
        expect(paid).toBeGreaterThanOrEqual(0);
        expect(paid).toBeLessThanOrEqual(maxCents);
      }
    }),
  );
});

it.each([
  [80, null, 80],
  [80, false, 80],
  [80, true, null],
  [0, true, 0],
  [null, true, null],
  [null, null, null],
  // What is due back is due back to everyone.
  [-20, true, -20],
])('of a balance of %j, paid by statement: %j, %j is asked for', (balance, byStatement, asked) => {
  expect(balanceAskedFor({ balance, customerPaysByStatement: byStatement })).toBe(asked);
  if (byStatement === null) expect(balanceAskedFor({ balance })).toBe(asked);
});
