import type { Repair } from './api-answers.ts';
import type { Payment } from './api-payments.ts';
import { dollarsFromCents, formatPrice } from './money.ts';
import { agreedPrice, balanceLabel, paymentKindLabels, paymentMethodLabels } from './payments.ts';
import { formatPhone } from './phone.ts';
import type { ShopSettings } from './shop-settings.ts';
import { rateText } from './tax.ts';
import { type Tax, taxOfTicket } from './ticket-tax.ts';

/** What a customer gets on paper for what was paid. Money in dollars, as the interface has it. */

type ReceiptTicket = Parameters<typeof taxOfTicket>[0] &
  Pick<Repair, 'ticketNumber' | 'customerName' | 'customerPhone' | 'watchBrand' | 'watchModel'> &
  Pick<Repair, 'serialNumber' | 'estimateWork' | 'createdAt' | 'completedAt' | 'paid' | 'balance'>;

type ReceiptPayment = Pick<Payment, 'kind' | 'method' | 'amount' | 'at' | 'voidedAt'>;

export interface AmountLine {
  label: string;
  amount: string;
}

export interface Receipt {
  shop: ShopSettings['shop'];
  ticketNumber: string;
  facts: { label: string; value: string }[];
  /** The work and its price; none where no price is agreed. */
  lines: AmountLine[];
  payments: AmountLine[];
  /** What it comes to, the last one the most important. */
  sums: AmountLine[];
}

/**
 * The work and what it costs. If there is tax, the price is split up: before tax, tax, total.
 *
 * @param price with the tax in it, in dollars
 */
export function priceLines(work: string, price: number, tax: Tax | null): AmountLine[] {
  if (tax === null || tax.tax === 0) return [{ label: work, amount: formatPrice(price) }];
  const cents = Math.round(price * 100) - Math.round(tax.tax * 100);
  return [
    { label: work, amount: formatPrice(dollarsFromCents(cents)) },
    { label: `Tax (${rateText(tax.taxThousandths)})`, amount: formatPrice(tax.tax) },
  ];
}

const balanceLine = (balance: number | null): AmountLine[] =>
  balance === null
    ? []
    : [{ label: balanceLabel(balance), amount: formatPrice(Math.abs(balance)) }];

/**
 * What is on a receipt. Voided payments and the notes that staff keep are not on it.
 *
 * @param today the local date of printing
 * @param localDate turns an ISO time into the local date, in the reader's zone
 */
export function receiptOf(
  { repair, payments }: { repair: ReceiptTicket; payments: readonly ReceiptPayment[] },
  { shop, taxThousandths }: Pick<ShopSettings, 'shop' | 'taxThousandths'>,
  today: string,
  localDate: (iso: string) => string,
): Receipt {
  const { completedAt, serialNumber, customerPhone, paid, balance } = repair;
  const facts: [string, string | null][] = [
    ['Date', today],
    ['Customer', repair.customerName],
    ['Phone', customerPhone && formatPhone(customerPhone)],
    ['Watch', `${repair.watchBrand} ${repair.watchModel}`],
    ['Serial number', serialNumber],
    ['Taken in', localDate(repair.createdAt)],
    ['Completed', completedAt && localDate(completedAt)],
  ];
  const price = agreedPrice(repair);
  const work = repair.estimateAcceptedAt === null ? null : repair.estimateWork;
  const tax = taxOfTicket(repair, taxThousandths);
  const lines = price === null ? [] : priceLines(work ?? 'Repair', price, tax);
  if (price !== null && lines.length > 1)
    lines.push({ label: 'Total', amount: formatPrice(price) });
  return {
    shop,
    ticketNumber: repair.ticketNumber,
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    lines,
    payments: payments
      .filter(({ voidedAt }) => voidedAt === null)
      .map(({ kind, method, amount, at }) => ({
        label: `${localDate(at)} · ${paymentKindLabels[kind]}, ${paymentMethodLabels[method].toLowerCase()}`,
        amount: formatPrice(kind === 'refund' ? -amount : amount),
      })),
    sums: [{ label: 'Paid', amount: formatPrice(paid) }, ...balanceLine(balance)],
  };
}
