import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someRepair } from '../tests/harness/sample-rows.ts';
import { dollarsFromCents } from './money.ts';
import {
  approvalWords,
  asksFirst,
  needsEstimate,
  priceCeiling,
  priceRefusal,
  ticketPriceRefusal,
} from './price-ceiling.ts';
import { type RepairStatus, repairStatuses } from './repair-status.ts';

const at = '2026-03-02T10:00:00.000Z';
const accepted = (estimatePrice: number) => ({ estimatePrice, estimateAcceptedAt: at });
const declined = { estimatePrice: 120, estimateDeclinedAt: at };
const open = { estimatePrice: 120 };
const acceptedSoFar = { price: 100, work: null, lines: null };

const refused = (price: string, ceiling: string) =>
  `${price} is above the ${ceiling} that the customer approved. Send or record an estimate first.`;

describe('priceCeiling', () => {
  it.each([
    ['nobody said', {}, null],
    ['approved at intake', { approvedUpTo: 80 }, 80],
    ['approved for nothing', { approvedUpTo: 0 }, 0],
    ['an estimate is open', { approvedUpTo: 80, ...open }, 80],
    ['declined', { approvedUpTo: 80, ...declined }, 80],
    ['accepted, more', { approvedUpTo: 80, ...accepted(120) }, 120],
    ['accepted, less', { approvedUpTo: 400, ...accepted(385) }, 385],
    ['only accepted', accepted(120), 120],
    ['asked about more than was accepted', { approvedUpTo: 80, ...open, acceptedSoFar }, 100],
  ])('%s', (_what, given, ceiling) => {
    expect(priceCeiling(someRepair(given))).toBe(ceiling);
  });
});

describe('priceRefusal', () => {
  const upTo = (approvedUpTo: number | null) => someRepair({ approvedUpTo });

  it.each([
    [null, null, null],
    [80, null, null],
    [999_999.99, null, null],
    [null, 80, null],
    [0, 0, null],
    [0.01, 0, refused('$0.01', '$0.00')],
    [79.99, 80, null],
    [80, 80, null],
    [80.01, 80, refused('$80.01', '$80.00')],
    [1250.5, 400, refused('$1,250.50', '$400.00')],
  ])('of %s with %s approved', (price, ceiling, refusal) => {
    expect(priceRefusal(price, upTo(ceiling))).toBe(refusal);
  });

  it('matches an exact calculation in 10,000 random estimates', () => {
    const anyCents = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(
        fc.array(anyCents, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: -1, max: 1 }),
        fc.option(anyCents),
        fc.constantFrom('approved', 'accepted', 'accepted so far'),
        (lines, near, ceilingCents, how) => {
          const cents = lines.reduce((sum, one) => sum + one, 0);
          // One in four is just below, at, or just above the ceiling.
          const limit =
            ceilingCents !== null && ceilingCents % 4 === 0 ? cents + near : ceilingCents;
          const ceiling = limit === null ? null : dollarsFromCents(Math.max(0, limit));
          const given = {
            approved: { approvedUpTo: ceiling, ...open },
            accepted: ceiling === null ? {} : { approvedUpTo: 1, ...accepted(ceiling) },
            'accepted so far':
              ceiling === null
                ? {}
                : { approvedUpTo: 1, acceptedSoFar: { ...acceptedSoFar, price: ceiling } },
          }[how];
          const isAbove = ceiling !== null && BigInt(cents) > BigInt(Math.round(ceiling * 100));
          return (priceRefusal(dollarsFromCents(cents), someRepair(given)) !== null) === isAbove;
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('asks about the price that holds on the ticket', () => {
    const of = (given: Parameters<typeof someRepair>[0]) => ticketPriceRefusal(someRepair(given));
    expect(of({ repairPrice: 100, approvedUpTo: 80 })).toBe(refused('$100.00', '$80.00'));
    // What was accepted is the price, no matter what was planned at intake.
    expect(of({ repairPrice: 500, approvedUpTo: 80, ...accepted(120) })).toBeNull();
    // Nothing is agreed after a decline, and nothing is charged for what goes back as it is.
    expect(of({ repairPrice: 100, approvedUpTo: 80, ...declined })).toBeNull();
    expect(of({ repairPrice: 100, approvedUpTo: 80, isUnrepaired: true })).toBeNull();
  });

  it('knows no ceiling in a copy kept by an older version', () => {
    const { approvedUpTo: _, ...older } = someRepair({ repairPrice: 100 });
    expect(ticketPriceRefusal(older as ReturnType<typeof someRepair>)).toBeNull();
    expect(approvalWords(older as ReturnType<typeof someRepair>)).toBeNull();
  });
});

describe('needsEstimate', () => {
  const asksIn: readonly RepairStatus[] = ['pending', 'assigned', 'in-progress'];

  it.each(repairStatuses)('before the work is done, while no estimate waits: %s', (status) => {
    const of = (repairPrice: number) =>
      needsEstimate(someRepair({ status, repairPrice, approvedUpTo: 80 }));
    expect([of(80), of(100)]).toEqual([false, asksIn.includes(status)]);
  });
});

describe('asksFirst', () => {
  it.each(repairStatuses)('without a price, while it may be assigned: %s', (status) => {
    const asks = (given: object) => asksFirst(someRepair({ status, ...given }));
    const isToAssign = status === 'pending' || status === 'estimate-accepted';
    expect(asks({})).toBe(isToAssign);
    expect(asks({ repairPrice: 80 })).toBe(false);
    expect(asks({ approvedUpTo: 80 })).toBe(false);
    expect(asks(accepted(120))).toBe(false);
  });

  it.each(repairStatuses)('if an estimate is needed, too: %s', (status) => {
    const ticket = someRepair({ status, repairPrice: 100, approvedUpTo: 80 });
    expect(asksFirst(ticket)).toBe(needsEstimate(ticket));
  });
});

describe('approvalWords', () => {
  const upTo80 = { words: 'up to $80.00 approved', brief: 'up to $80.00', isAbove: false };
  const above80 = { words: 'above $80.00 approved', brief: 'above $80.00', isAbove: true };

  it.each([
    ['no price', {}, upTo80],
    ['within', { repairPrice: 80 }, upTo80],
    ['above', { repairPrice: 80.01 }, above80],
    ['an open estimate within', { repairPrice: 100, estimatePrice: 70 }, upTo80],
    ['an open estimate above', open, above80],
    ['accepted', accepted(120), null],
    ['declined', declined, null],
    ['asked about more than was accepted', { ...open, acceptedSoFar }, null],
  ])('%s', (_what, given, words) => {
    expect(approvalWords(someRepair({ approvedUpTo: 80, ...given }))).toEqual(words);
    expect(approvalWords(someRepair(given))).toBeNull();
  });
});
