import type { Estimate, Repair } from './api-answers.ts';
import { addDays, dateText } from './calendar-date.ts';
import { isolated } from './isolated.ts';
import { formatPrice } from './money.ts';
import { balanceLabel } from './payments.ts';
import { formatPhone } from './phone.ts';
import { type AmountLine, type PrintedPrice, printedPrice } from './printed-price.ts';
import { promisedWarranties } from './proposed-warranties.ts';
import type { ShopSettings } from './shop-settings.ts';
import { daysText } from './warranty-term.ts';
import { type WatchFacts, watchLines } from './watch-life.ts';

/** An estimate as a customer takes it home, signs it or hands it to an insurer. Money in dollars. */

type PaperTicket = Pick<
  Repair,
  | 'ticketNumber'
  | 'customerName'
  | 'customerCompany'
  | 'customerAddress'
  | 'customerPhone'
  | 'issue'
  | 'theirReference'
  | 'paid'
> &
  WatchFacts;

export interface EstimatePaper {
  shop: ShopSettings['shop'];
  ticketNumber: string;
  /** Those without a value are left out. */
  facts: { label: string; value: string }[];
  price: PrintedPrice;
  /** What has been paid, and what is due at that price; empty before a payment. */
  sums: AmountLine[];
  /** The warranties of the lines, e.g. "365 days from pickup: Full service". */
  warranties: string[];
}

/**
 * The last date on which the price holds: never later than the estimate expires.
 *
 * @param sentOn the date on which it was sent or given, as 2026-03-05
 */
export function validUntil(
  sentOn: string,
  { estimateValidDays, estimateExpiresAfterDays }: ShopSettings['texts'],
): string {
  return addDays(
    sentOn,
    Math.min(estimateValidDays, estimateExpiresAfterDays ?? estimateValidDays),
  );
}

/**
 * What is on the paper. The notes that staff keep are not on it.
 *
 * @param all of the ticket, newest first
 * @param dateOf turns an ISO time into the shop's date, as 2026-03-05
 */
export function estimatePaperOf(
  repair: PaperTicket,
  estimate: Pick<
    Estimate,
    'estimatePrice' | 'work' | 'lines' | 'sentAt' | 'taxThousandths' | 'tax'
  >,
  all: readonly Pick<Estimate, 'estimatePrice' | 'sentAt'>[],
  { shop, texts }: Pick<ShopSettings, 'shop' | 'texts'>,
  dateOf: (iso: string) => string,
): EstimatePaper {
  const { estimatePrice, work, lines, sentAt } = estimate;
  const { ticketNumber, customerPhone, paid } = repair;
  const balance = estimatePrice - paid;
  const sentOn = dateOf(sentAt);
  const earlier = all.find((one) => one.sentAt < sentAt);
  const facts: [string, string | null][] = [
    ['Date', dateText(sentOn)],
    ['Valid until', dateText(validUntil(sentOn, texts))],
    [
      'Replaces',
      earlier
        ? `Estimate of ${dateText(dateOf(earlier.sentAt))} for ${formatPrice(earlier.estimatePrice)}`
        : null,
    ],
    ['Customer', repair.customerName],
    ['Company', repair.customerCompany],
    ['Address', repair.customerAddress],
    ['Phone', customerPhone && formatPhone(customerPhone)],
    ...watchLines(repair),
    ['Request', repair.issue],
    ['Your reference', repair.theirReference],
  ];
  return {
    shop,
    ticketNumber,
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    price: printedPrice({ price: estimatePrice, work, lines, tax: estimate }),
    sums:
      paid === 0
        ? []
        : [
            { label: 'Paid', amount: formatPrice(paid) },
            { label: balanceLabel(balance), amount: formatPrice(Math.abs(balance)) },
          ],
    warranties: promisedWarranties(lines).map(
      ({ what, days }) => `${daysText(days)} from pickup: ${isolated(what)}`,
    ),
  };
}
