import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareAmount, taxWithin } from './tax.ts';
import { taxHint, taxOfPayment, taxOfTicket, taxWords } from './ticket-tax.ts';

/** 10,000 times, as the money of a shop deserves. */
const often = { numRuns: 10_000 };

const rate = fc.integer({ min: 0, max: 20_000 });

describe('the tax of a ticket', () => {
  const ticket = {
    repairPrice: 110,
    estimatePrice: null,
    estimateAcceptedAt: null,
    estimateDeclinedAt: null,
    isUnrepaired: false,
    settledTax: null,
  };

  it('follows the current rate until it is settled', () => {
    expect(taxOfTicket(ticket, 10_000)).toEqual({ taxThousandths: 10_000, tax: 10 });
    const settledTax = { taxThousandths: 5_000, tax: 5.24 };
    expect(taxOfTicket({ ...ticket, settledTax }, 10_000)).toEqual(settledTax);
  });

  it('is absent if nothing is agreed', () => {
    expect(taxOfTicket({ ...ticket, repairPrice: null }, 10_000)).toBeNull();
  });

  it('is mentioned only above 0', () => {
    expect(taxWords(taxOfTicket(ticket, 10_000))).toBe('includes $10.00 tax (10%)');
    expect(taxWords(taxOfTicket(ticket, 0))).toBeNull();
    expect(taxWords(null)).toBeNull();
  });
});

describe('the tax of a payment', () => {
  const priced = { price: 10_000, tax: 909 };

  function pay(effects: readonly number[], agreed: typeof priced | null = priced) {
    const before = { paid: 0, tax: 0 };
    return effects.map((effect) => {
      const tax = taxOfPayment(before, effect, agreed, 10_000);
      before.paid += effect;
      before.tax += tax;
      return tax;
    });
  }

  it.each<[number[], number[]]>([
    [[10_000], [909]],
    [
      [3_333, 3_333, 3_334],
      [303, 303, 303],
    ],
    [
      [5_000, 5_000],
      [455, 454],
    ],
    // Beyond the price there is no tax, and none in a refund of that part.
    [
      [12_000, -2_000],
      [909, 0],
    ],
    [
      [10_000, -5_000, 5_000],
      [909, -454, 454],
    ],
    [
      [10_000, -10_000],
      [909, -909],
    ],
  ])('of %j is %j', (effects, taxes) => {
    expect(pay(effects)).toEqual(taxes);
  });

  it('is the tax within it while no price is agreed; the next payment corrects that', () => {
    expect(pay([2_000, 3_000], null)).toEqual([182, 273]);
    expect(taxOfPayment({ paid: 2_000, tax: 182 }, 8_000, priced, 8_875)).toBe(727);
    expect(taxOfPayment({ paid: 2_000, tax: 0 }, 3_000, priced, 8_875)).toBe(455);
    expect(taxOfPayment({ paid: 0, tax: 0 }, 2_000, { price: 0, tax: 0 }, 8_875)).toBe(0);
  });

  it('is given back in proportion if the price no longer counts', () => {
    expect(taxOfPayment({ paid: 6_000, tax: 545 }, -3_000, null, 10_000)).toBe(-272);
    expect(taxOfPayment({ paid: 3_000, tax: 273 }, -3_000, null, 10_000)).toBe(-273);
  });

  it('follows a price that has changed', () => {
    expect(
      taxOfPayment({ paid: 10_000, tax: 909 }, -5_000, { price: 5_000, tax: 455 }, 10_000),
    ).toBe(-454);
  });

  /** Walks through the price cent by cent, and notes at which of them each cent of the tax falls due. */
  function slowCount(total: number, tax: number): number[] {
    const taxed = [0];
    let due = 0;
    for (let cent = 1; cent <= total; cent += 1) {
      while (2n * BigInt(tax) * BigInt(cent) >= (2n * BigInt(due) + 1n) * BigInt(total)) due += 1;
      taxed.push(due);
    }
    return taxed;
  }

  it('adds up to the tax of the price, to the cent, after any payments, refunds and voids', () => {
    const step = fc.record({
      cents: fc.integer({ min: 1, max: 900 }),
      kind: fc.constantFrom('pay', 'pay', 'refund', 'void'),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_500 }),
        rate,
        fc.array(step, { maxLength: 12 }),
        (cents, thousandths, steps) => {
          const tax = taxWithin(bareAmount(cents), thousandths);
          const due = slowCount(cents, tax);
          const agreed = { price: cents, tax };
          let rows: { effect: number; tax: number }[] = [];
          const sum = (key: 'effect' | 'tax') => rows.reduce((all, row) => all + row[key], 0);
          const record = (effect: number) => {
            const before = { paid: sum('effect'), tax: sum('tax') };
            rows = [...rows, { effect, tax: taxOfPayment(before, effect, agreed, thousandths) }];
            expect(sum('tax')).toBe(due[Math.min(Math.max(sum('effect'), 0), cents)]);
          };
          for (const { kind, cents: amount } of steps) {
            const paid = sum('effect');
            if (kind === 'pay') record(amount);
            else if (kind === 'refund' && paid > 0) record(-Math.min(amount, paid));
            else if (kind === 'void') {
              const voided = amount % rows.length;
              if (paid >= (rows[voided]?.effect ?? 0)) rows = rows.toSpliced(voided, 1);
            }
          }
          // No matter what was voided, the next one makes up for it, and the last takes the remainder.
          record(1);
          const rest = cents - sum('effect');
          if (rest !== 0) record(rest);
          expect(sum('tax')).toBe(tax);
        },
      ),
      often,
    );
  });
});

it('next to a price field, it says what the customer pays or how much tax is in it', () => {
  const before = { taxThousandths: 8_875, pricesIncludeTax: false };
  expect(taxHint(13_065, before)).toBe('$13,065.00 with 8.875% tax.');
  expect(taxHint(null, before)).toBe('Before 8.875% tax.');
  const including = { ...before, pricesIncludeTax: true };
  expect(taxHint(385, including)).toBe('Includes $31.38 tax (8.875%).');
  expect(taxHint(null, including)).toBe('Includes 8.875% tax.');
  expect(taxHint(385, { ...before, taxThousandths: 0 })).toBeUndefined();
});
