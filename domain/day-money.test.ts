import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from './clock.ts';
import {
  adjacentSpan,
  cashChangedWords,
  cashExpected,
  closedWords,
  closeRefusal,
  closingQuestion,
  dateOfPayment,
  differenceText,
  methodsShown,
  momentsOf,
  type PaymentGroup,
  readCount,
  readSpan,
  spanAround,
  spanText,
  sumsOf,
  taxByRate,
  writeSpan,
} from './day-money.ts';
import { paymentKinds, paymentMethods } from './payments.ts';

const newYork = 'America/New_York';
const today = '2026-11-23';

describe('a span', () => {
  it.each([
    ['day', '2026-11-23', '2026-11-23', '2026-11-23'],
    ['week', '2026-11-23', '2026-11-23', '2026-11-29'],
    ['week', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['month', '2026-02-10', '2026-02-01', '2026-02-28'],
    ['month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['month', '2026-12-31', '2026-12-01', '2026-12-31'],
  ] as const)('of a %s around %s is %s to %s', (kind, date, from, to) => {
    expect(spanAround(kind, date)).toEqual({ from, to });
  });

  it('has one before and one after it', () => {
    const january = { from: '2026-01-01', to: '2026-01-31' };
    expect(adjacentSpan('month', january, 1)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(adjacentSpan('month', january, -1)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    const ten = { from: '2026-11-01', to: '2026-11-10' };
    expect(adjacentSpan('span', ten, 1)).toEqual({ from: '2026-11-11', to: '2026-11-20' });
    expect(adjacentSpan('span', ten, -1)).toEqual({ from: '2026-10-22', to: '2026-10-31' });
  });

  it('is in the address as it was chosen, unless it is today', () => {
    const ten = { from: '2026-11-01', to: '2026-11-10' };
    expect(writeSpan('day', { from: today, to: today }, today)).toBeNull();
    for (const [kind, span] of [
      ['day', spanAround('day', '2026-11-20')],
      ['week', spanAround('week', today)],
      ['month', spanAround('month', today)],
      ['span', ten],
    ] as const) {
      expect(readSpan(writeSpan(kind, span, today), today)).toEqual({ kind, ...span });
    }
  });

  it.each([null, '', 'week', 'week 2026-02-30', 'span 2026-11-10 2026-11-01', 'year 2026-01-01'])(
    'is today if the address has no valid one: %s',
    (text) => {
      expect(readSpan(text, today)).toEqual({ kind: 'day', from: today, to: today });
    },
  );

  it('is named as people name it', () => {
    const text = (kind: Parameters<typeof spanText>[0], from: string, to = from) =>
      spanText(kind, { from, to }, today);
    expect(text('day', today)).toBe('Today, Mon, Nov 23');
    expect(text('day', '2026-11-21')).toBe('Sat, Nov 21');
    expect(text('week', '2026-11-23', '2026-11-29')).toBe('Mon, Nov 23 to Sun, Nov 29');
    expect(text('month', '2026-11-01', '2026-11-30')).toBe('November 2026');
  });
});

describe('a day by the shop’s clock', () => {
  it.each([
    ['2026-03-08', 23],
    ['2026-11-01', 25],
    ['2026-11-23', 24],
  ])('%s has %i hours', (date, hours) => {
    const { since, until } = momentsOf({ from: date, to: date }, newYork);
    expect(until - since).toBe(hours * hourMs);
  });

  it('has every payment in exactly one day, over a whole year', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 0, 2), max: Date.UTC(2026, 11, 31) }),
        fc.constantFrom(newYork, 'Pacific/Auckland', 'America/Santiago', 'Asia/Kathmandu'),
        (at, zone) => {
          const date = dateOfPayment(new Date(at).toISOString(), zone);
          const { since, until } = momentsOf({ from: date, to: date }, zone);
          expect(at).toBeGreaterThanOrEqual(since);
          expect(at).toBeLessThan(until);
          expect(until - since).toBeLessThanOrEqual(dayMs + hourMs);
        },
      ),
    );
  });
});

const group = fc.record<PaymentGroup>({
  kind: fc.constantFrom(...paymentKinds),
  method: fc.constantFrom(...paymentMethods),
  isVoided: fc.boolean(),
  count: fc.constant(1),
  amountCents: fc.integer({ min: 1, max: 99_999_999 }),
  taxCents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  taxThousandths: fc.constantFrom(8_875, 8_250),
});

describe('the sums', () => {
  it('are those of the rows, however they are grouped', () => {
    fc.assert(
      fc.property(fc.array(group, { maxLength: 40 }), (rows) => {
        const sums = sumsOf(rows);
        const count = (when: (row: PaymentGroup) => boolean) =>
          rows
            .filter((row) => !row.isVoided && when(row))
            .reduce((all, row) => all + BigInt(row.amountCents), 0n);
        const isRefund = ({ kind }: PaymentGroup) => kind === 'refund';
        const net = (when: (row: PaymentGroup) => boolean) =>
          Number(
            count((row) => when(row) && !isRefund(row)) -
              count((row) => when(row) && isRefund(row)),
          );
        for (const method of paymentMethods) {
          expect(sums.byMethod[method]).toBe(net((row) => row.method === method));
        }
        const methods = paymentMethods.reduce((all, one) => all + sums.byMethod[one], 0);
        expect(methods).toBe(sums.total);
        expect(sums.total).toBe(net(() => true));
        expect(sums.deposits).toBe(Number(count(({ kind }) => kind === 'deposit')));
        expect(sums.refunds).toBe(Number(count(isRefund)));
        expect(sums.cashIn - sums.cashOut).toBe(sums.byMethod.cash);
        expect(sums.count).toBe(rows.filter((row) => !row.isVoided).length);
        const all = rows.reduce((sum, row) => sum + (isRefund(row) ? -1 : 1) * row.amountCents, 0);
        expect(sums.voided).toBe(all - net(() => true));

        const rates = taxByRate(rows);
        expect(rates.reduce((all, { tax }) => all + tax, 0)).toBe(sums.tax);
        expect(rates.map(({ taxThousandths }) => taxThousandths)).toEqual(
          [8_875, 8_250].filter(
            (rate) => taxByRate(rows.filter((row) => row.taxThousandths === rate)).length,
          ),
        );

        const grouped = Map.groupBy(rows, (row) => `${row.kind} ${row.method} ${row.isVoided}`);
        const together = [...grouped.values()].map((same) => ({
          ...(same[0] as PaymentGroup),
          count: same.length,
          amountCents: same.reduce((sum, row) => sum + row.amountCents, 0),
          taxCents: same.reduce((sum, row) => sum + row.taxCents, 0),
        }));
        expect(sumsOf(together)).toEqual(sums);
      }),
      { numRuns: 10_000 },
    );
  });

  it('show cash, and the methods that were used', () => {
    expect(methodsShown({ cash: 0, card: 0, check: 500, other: -500 })).toEqual([
      'cash',
      'check',
      'other',
    ]);
  });
});

describe('closing a day', () => {
  it('expects the float, plus cash in, minus cash out', () => {
    expect(cashExpected(15_000, { cashIn: 41_250, cashOut: 2_000 })).toBe(54_250);
  });

  it.each([
    [0, 'exact'],
    [-2, 'short by $2.00'],
    [1_200.5, 'over by $1,200.50'],
  ])('a difference of %d is %s', (difference, words) => {
    expect(differenceText(difference)).toBe(words);
  });

  it.each([
    [-46.95, 'Close Mon,\u00A0Nov\u00A023 $46.95 short?'],
    [1_200.5, 'Close Mon,\u00A0Nov\u00A023 $1,200.50 over?'],
  ])('asks before a difference of %d', (difference, words) => {
    expect(closingQuestion('Mon, Nov 23', difference)).toBe(words);
  });

  it.each([
    ['540.50', { dollars: 540.5 }],
    [' $1,540 ', { dollars: 1540 }],
    ['0', { dollars: 0 }],
    ['', { message: 'Please enter the cash you counted' }],
    ['a lot', { message: 'Please enter a valid amount' }],
    ['-5', { message: 'Please enter a valid amount' }],
    ['1.234', { message: 'The amount can have at most 2 decimals' }],
    ['1000000', { message: 'The amount must be at most $999,999.99' }],
  ])('reads %j as %j', (typed, read) => {
    expect(readCount(typed)).toEqual(read);
  });

  it('is refused before the day has begun', () => {
    expect(closeRefusal('2026-11-24', today)).toBe('A day can’t be closed before it has begun');
    expect(closeRefusal(today, today)).toBeNull();
    expect(closeRefusal('2026-11-01', today)).toBeNull();
  });

  it('shows both counts if a colleague was faster, and both sums if a payment came in', () => {
    expect(closedWords({ date: today, counted: 540.5, initials: 'MB' }, 540)).toBe(
      'MB closed Mon, Nov 23, 2026 first, with $540.50 counted. You counted $540.00.',
    );
    expect(closedWords({ date: today, counted: 1, initials: null }, 2)).toMatch(/^Someone else /);
    expect(cashChangedWords(542.5, 562.5)).toMatch(/\$562\.50, not \$542\.50/);
  });
});
