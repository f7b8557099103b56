import type { Repair } from './api-answers.ts';
import { centsFromDollars, dollarsFromCents, formatPrice, maxCents, parsePrice } from './money.ts';

/**
 * What a customer has paid for a ticket, as the shop writes it down: no card is charged here. A payment
 * is never erased, only voided. Shop decision (docs/decisions/data.md).
 */

export const paymentKinds = ['deposit', 'payment', 'refund'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export const paymentMethods = ['cash', 'card', 'check', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentKindLabels: Readonly<Record<PaymentKind, string>> = {
  deposit: 'Deposit',
  payment: 'Payment',
  refund: 'Refund',
};

export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  cash: 'Cash',
  card: 'Card',
  check: 'Check',
  other: 'Other',
};

/** What determines the price of a ticket. */
export type PricedTicket = Pick<
  Repair,
  'repairPrice' | 'estimatePrice' | 'estimateAcceptedAt' | 'estimateDeclinedAt' | 'isUnrepaired'
> & {
  /** Missing in a copy that an older version kept in a browser. */
  acceptedSoFar?: { price: number } | null;
};

/** Stays true if the estimate is deleted, or if the import did not include it. */
const goesBackAsItIs = ({ isUnrepaired, estimateAcceptedAt, estimateDeclinedAt }: PricedTicket) =>
  isUnrepaired || (estimateAcceptedAt === null && estimateDeclinedAt !== null);

/**
 * What the customer owes for the work, before any payment: the accepted estimate, else what was accepted
 * before more work was asked about, else the repair price. After a declined estimate nothing is agreed.
 *
 * @returns in the unit that was given; null if no price is agreed
 */
export function agreedPrice(ticket: PricedTicket): number | null {
  if (goesBackAsItIs(ticket)) return null;
  if (ticket.estimateAcceptedAt !== null) return ticket.estimatePrice;
  return ticket.acceptedSoFar?.price ?? ticket.repairPrice;
}

interface Payment {
  kind: PaymentKind;
  amountCents: number;
}

/** What a payment adds to what was paid, in cents: a refund takes away. */
export const paymentEffect = ({ kind, amountCents }: Payment): number =>
  kind === 'refund' ? -amountCents : amountCents;

/** Deposits and payments less refunds, in cents; voided ones do not count. */
export function paidCents(payments: readonly (Payment & { isVoided: boolean })[]): number {
  return payments.reduce(
    (sum, payment) => (payment.isVoided ? sum : sum + paymentEffect(payment)),
    0,
  );
}

/**
 * What is still to be paid, in cents: below 0 for a refund due. What was paid for a watch
 * that goes back as it is goes back with it.
 *
 * @param ticket with its prices in cents
 * @returns null if no price is agreed and no refund is due
 */
export function balanceCents(ticket: PricedTicket, paid: number): number | null {
  const price = goesBackAsItIs(ticket) && paid > 0 ? 0 : agreedPrice(ticket);
  return price === null ? null : price - paid;
}

/**
 * What a customer is asked to pay when a watch leaves: what is due, or nothing if they pay by statement. A
 * refund is due to everyone.
 *
 * @returns in the unit of the balance; null if no price is agreed, or it goes on the statement
 */
export const balanceAskedFor = ({
  balance,
  customerPaysByStatement = null,
}: Pick<Repair, 'balance'> & Partial<Pick<Repair, 'customerPaysByStatement'>>): number | null =>
  customerPaysByStatement === true && balance !== null && balance > 0 ? null : balance;

/** What a balance is called, everywhere; the amount after it is never below 0. */
export const balanceLabel = (balance: number): string => (balance < 0 ? 'Refund due' : 'Balance');

const most = () => formatPrice(dollarsFromCents(maxCents));

/**
 * What is wrong with the amount of a payment.
 *
 * @param dollars as it comes over the wire
 * @returns a sentence for its field; null for an amount above 0, at most $999,999.99, in whole cents
 */
export function amountFault(dollars: number): string | null {
  if (!Number.isFinite(dollars)) return 'Please enter a valid amount';
  if (dollars <= 0) return 'The amount must be more than $0.00';
  if (dollars > dollarsFromCents(maxCents)) return `The amount must be at most ${most()}`;
  return centsFromDollars(dollars) === null ? 'The amount can have at most 2 decimals' : null;
}

/** What was typed as an amount → dollars, or a sentence for its field. */
export function readAmount(typed: string): { dollars: number } | { message: string } {
  const text = typed.trim();
  if (text === '') return { message: 'Please enter an amount' };
  const dollars = parsePrice(text);
  // Read loosely only to say what is wrong with it.
  const meant = dollars ?? Number(text.replaceAll(/[$,\s]/g, '') || Number.NaN);
  const message = amountFault(meant);
  if (message !== null) return { message };
  return dollars === null ? { message: 'Please enter a valid amount' } : { dollars };
}

/**
 * Why a ticket does not take a payment.
 *
 * @param paid what was paid before it, in cents
 * @returns a sentence for the amount's field; null if it does
 */
export function paymentRefusal(paid: number, payment: Payment): string | null {
  const after = paid + paymentEffect(payment);
  if (after < 0) {
    return paid === 0
      ? 'There is no payment to refund'
      : `At most ${formatPrice(dollarsFromCents(paid))} can be refunded: no more was paid`;
  }
  return after > maxCents ? `The payments on a ticket can total at most ${most()}` : null;
}

/**
 * Why a payment cannot be voided.
 *
 * @param paid what was paid on the ticket so far, it included, in cents
 * @returns a sentence; null if it can
 */
export function voidRefusal(paid: number, payment: Payment): string | null {
  const after = paid - paymentEffect(payment);
  if (after < 0) return 'Part of it was refunded. Void the refund first.';
  return after > maxCents ? `The payments on a ticket can total at most ${most()}.` : null;
}
