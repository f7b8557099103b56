import type { ClosedDay, Money } from './api-money.ts';
import { dateText } from './calendar-date.ts';
import { differenceText, methodsShown } from './day-money.ts';
import { dollarsFromCents, formatPrice } from './money.ts';
import { paymentMethodLabels } from './payments.ts';
import type { AmountLine } from './printed-price.ts';
import { rateText } from './tax.ts';

/** The money of a range of days on paper, and a closed day as it was closed. Money in dollars. */

export interface MoneyPaper {
  title: string;
  facts: { label: string; value: string }[];
  /** By method, then the total. */
  methods: AmountLine[];
  /** What is in the total, and what is not. */
  parts: AmountLine[];
  /** The cash that was counted; empty unless it is a closed day. */
  drawer: AmountLine[];
}

const line = (label: string, dollars: number): AmountLine => ({
  label,
  // Adding 0 turns -0 into 0.
  amount: formatPrice(dollars + 0),
});

const above0 = (lines: readonly [label: string, dollars: number][]): AmountLine[] =>
  lines.flatMap(([label, dollars]) => (dollars === 0 ? [] : [line(label, dollars)]));

type Sums = Omit<Money, 'from' | 'to' | 'closedDays' | 'taxByRate'>;

/**
 * The tax, a line for each rate; a single line if the rates don't add up to it, because a payment was
 * recorded or voided after the day was closed.
 */
export function taxLines(
  tax: number,
  byRate: Money['taxByRate'],
  label: (rate: string) => string,
): [label: string, dollars: number][] {
  const cents = byRate.reduce((sum, one) => sum + Math.round(one.tax * 100), 0);
  return byRate.length === 0 || cents !== Math.round(tax * 100)
    ? [[label(''), tax]]
    : byRate.map((one) => [label(rateText(one.taxThousandths)), one.tax]);
}

/** What should have been in the drawer on a closed day, in dollars. */
export const expectedCash = ({ counted, difference }: ClosedDay): number =>
  dollarsFromCents(Math.round(counted * 100) - Math.round(difference * 100));

/** The cash of a closed day; the last line is the most important. */
export const drawerLines = (day: ClosedDay): AmountLine[] => [
  line('Cash float', day.float),
  line('Cash in', day.cashIn),
  line('Cash out', -day.cashOut),
  line('Expected', expectedCash(day)),
  line('Counted', day.counted),
  { label: 'Difference', amount: differenceText(day.difference) },
];

/**
 * What is on the paper. For a single closed day, its sums at the time.
 *
 * @param title the days
 * @param timeOf turns an ISO time into the shop's date and time
 */
export function moneyPaperOf(
  money: Money,
  title: string,
  timeOf: (iso: string) => string,
): MoneyPaper {
  const [closed = null] = money.from === money.to ? money.closedDays : [];
  const sums: Sums = closed ?? money;
  const facts: [string, string | null][] = [
    ['Payments', sums.count.toLocaleString('en-US')],
    ['Closed', closed && timeOf(closed.closedAt)],
    ['By', closed?.initials ?? null],
    ['Note', closed?.note ?? null],
  ];
  return {
    title: closed ? `Closed ${dateText(closed.date)}` : title,
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    methods: [
      ...methodsShown(sums.byMethod).map((method) =>
        line(paymentMethodLabels[method], sums.byMethod[method]),
      ),
      line('Total', sums.total),
    ],
    parts: above0([
      ['Deposits', sums.deposits],
      ['Refunds', -sums.refunds],
      ...taxLines(sums.tax, money.taxByRate, (rate) => `Tax in the total${rate && `, ${rate}`}`),
      ['Voided, not in the total', sums.voided],
      ['After closing, not in the total', closed === null ? 0 : afterClosing(money, closed)],
    ]),
    drawer: closed === null ? [] : drawerLines(closed),
  };
}

/** What has changed since a day was closed, in dollars: later payments, less what was voided. */
export const afterClosing = (money: Money, closed: ClosedDay): number =>
  dollarsFromCents(Math.round(money.total * 100) - Math.round(closed.total * 100));
