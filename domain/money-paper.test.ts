import { describe, expect, it } from 'vitest';
import type { ClosedDay, Money } from './api-money.ts';
import { afterClosing, drawerLines, moneyPaperOf } from './money-paper.ts';

const sums = {
  count: 3,
  byMethod: { cash: 392.5, card: 0, check: 12_450.5, other: 0 },
  deposits: 100,
  refunds: 20,
  total: 12_843,
  tax: 720.38,
  voided: 180,
  cashIn: 412.5,
  cashOut: 20,
};
const closed: ClosedDay = {
  id: '1',
  date: '2026-11-23',
  closedAt: '2026-11-23T23:05:00.000Z',
  ...sums,
  float: 150,
  counted: 540.5,
  difference: -2,
  note: 'Parking meter',
  session: null,
  initials: 'MB',
};
const taxByRate = [
  { taxThousandths: 8_875, tax: 700.38 },
  { taxThousandths: 8_250, tax: 20 },
];
const money: Money = {
  from: '2026-11-23',
  to: '2026-11-23',
  ...sums,
  taxByRate,
  closedDays: [],
};
const timeOf = (iso: string) => `time of ${iso}`;

describe('the money on paper', () => {
  it('has each method that was used, the total, and what is in it', () => {
    expect(moneyPaperOf(money, 'Today', timeOf)).toEqual({
      title: 'Today',
      facts: [{ label: 'Payments', value: '3' }],
      methods: [
        { label: 'Cash', amount: '$392.50' },
        { label: 'Check', amount: '$12,450.50' },
        { label: 'Total', amount: '$12,843.00' },
      ],
      parts: [
        { label: 'Deposits', amount: '$100.00' },
        { label: 'Refunds', amount: '-$20.00' },
        { label: 'Tax in the total, 8.875%', amount: '$700.38' },
        { label: 'Tax in the total, 8.25%', amount: '$20.00' },
        { label: 'Voided, not in the total', amount: '$180.00' },
      ],
      drawer: [],
    });
  });

  it('is as it was at closing if the day was closed, and says what came later', () => {
    // The rates are those of all payments, the sum is that of the closing.
    const more = [{ taxThousandths: 8_875, tax: 702.01 }, ...taxByRate.slice(1)];
    const later = { ...money, total: 12_863, taxByRate: more, closedDays: [closed] };
    const paper = moneyPaperOf(later, 'Today', timeOf);
    expect(paper.parts).toContainEqual({ label: 'Tax in the total', amount: '$720.38' });
    expect(paper.title).toBe('Closed Mon, Nov 23, 2026');
    expect(paper.facts.map(({ value }) => value)).toEqual([
      '3',
      'time of 2026-11-23T23:05:00.000Z',
      'MB',
      'Parking meter',
    ]);
    expect(paper.methods.at(-1)).toEqual({ label: 'Total', amount: '$12,843.00' });
    expect(paper.parts.at(-1)).toEqual({
      label: 'After closing, not in the total',
      amount: '$20.00',
    });
    expect(paper.drawer).toEqual([
      { label: 'Cash float', amount: '$150.00' },
      { label: 'Cash in', amount: '$412.50' },
      { label: 'Cash out', amount: '-$20.00' },
      { label: 'Expected', amount: '$542.50' },
      { label: 'Counted', amount: '$540.50' },
      { label: 'Difference', amount: 'short by $2.00' },
    ]);
  });

  it('of several days has no drawer', () => {
    const week = { ...money, to: '2026-11-29', closedDays: [closed] };
    expect(moneyPaperOf(week, 'Week', timeOf)).toMatchObject({ title: 'Week', drawer: [] });
  });

  it('writes no minus sign before zero', () => {
    expect(drawerLines({ ...closed, cashOut: 0 })[2]).toEqual({
      label: 'Cash out',
      amount: '$0.00',
    });
    expect(afterClosing(money, closed)).toBe(0);
  });
});
