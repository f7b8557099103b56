import type { ClosedDay, Money } from './api-money.ts';
import { dateText } from './calendar-date.ts';
import { differenceText, methodsShown } from './day-money.ts';
import { dollarsFromCents, formatPrice } from './money.ts';
import { paymentMethodLabels } from './payments.ts';
import type { AmountLine } from './receipt.ts';

/** The money of some days on paper, and a closed day as it was closed. Money in dollars. */

export interface MoneyPaper {
  title: string;
  facts: { label: string; value: string }[];
  /** By method, then the total. */
  methods: AmountLine[];
  /** What is in the total, and what is not. */
  parts: AmountLine[];
  /** The cash that was counted; none where no day was closed. */
  drawer: AmountLine[];
}

const line = (label: string, dollars: number): AmountLine => ({
  label,
  // Adding 0 turns -0 into 0.
  amount: formatPrice(dollars + 0),
});

const above0 = (lines: readonly [label: string, dollars: number][]): AmountLine[] =>
  lines.flatMap(([label, dollars]) => (dollars === 0 ? [] : [line(label, dollars)]));

type Sums = Omit<Money, 'from' | 'to' | 'closedDays'>;

/** What should be in the drawer of a closed day, in dollars. */
export const drawerShould = ({ counted, difference }: ClosedDay): number =>
  dollarsFromCents(Math.round(counted * 100) - Math.round(difference * 100));

/** The cash of a closed day, the last line the most important. */
export const drawerLines = (day: ClosedDay): AmountLine[] => [
  line('Cash float', day.float),
  line('Cash in', day.cashIn),
  line('Cash out', -day.cashOut),
  line('Should be', drawerShould(day)),
  line('Counted', day.counted),
  { label: 'Difference', amount: differenceText(day.difference) },
];

/**
 * What is on the paper. Of one day that is closed, what it came to then.
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
    ['Payments', String(sums.count)],
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
      ['Tax in the total', sums.tax],
      ['Voided, not in the total', sums.voided],
      ['After closing, not in the total', closed === null ? 0 : afterClosing(money, closed)],
    ]),
    drawer: closed === null ? [] : drawerLines(closed),
  };
}

/** What has changed of a day since it was closed, in dollars: payments that came later, less what was voided. */
export const afterClosing = (money: Money, closed: ClosedDay): number =>
  dollarsFromCents(Math.round(money.total * 100) - Math.round(closed.total * 100));
