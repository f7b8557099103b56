import type { Repair } from './api-answers.ts';
import type { Payment } from './api-payments.ts';
import { formatPrice } from './money.ts';
import { balanceLabel, paymentKindLabels, paymentMethodLabels } from './payments.ts';
import { formatPhone } from './phone.ts';
import {
  type AmountLine,
  type PrintableTicket,
  type PrintedPrice,
  printedPriceOfTicket,
} from './printed-price.ts';
import type { ShopSettings } from './shop-settings.ts';

/** What a customer gets on paper for what was paid. Money in dollars, as the interface has it. */

type ReceiptTicket = PrintableTicket &
  Pick<Repair, 'ticketNumber' | 'customerName' | 'customerPhone' | 'watchBrand' | 'watchModel'> &
  Pick<Repair, 'serialNumber' | 'createdAt' | 'completedAt' | 'paid' | 'balance'>;

type ReceiptPayment = Pick<Payment, 'kind' | 'method' | 'amount' | 'at' | 'voidedAt'>;

export interface Receipt {
  shop: ShopSettings['shop'];
  ticketNumber: string;
  facts: { label: string; value: string }[];
  /** Null if none is agreed. */
  price: PrintedPrice | null;
  payments: AmountLine[];
  /** The sums; the last one is the most important. */
  sums: AmountLine[];
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
  return {
    shop,
    ticketNumber: repair.ticketNumber,
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    price: printedPriceOfTicket(repair, taxThousandths),
    payments: payments
      .filter(({ voidedAt }) => voidedAt === null)
      .map(({ kind, method, amount, at }) => ({
        label: `${localDate(at)} · ${paymentKindLabels[kind]}, ${paymentMethodLabels[method].toLowerCase()}`,
        amount: formatPrice(kind === 'refund' ? -amount : amount),
      })),
    sums: [{ label: 'Paid', amount: formatPrice(paid) }, ...balanceLine(balance)],
  };
}
