import type { Repair } from './api-answers.ts';
import { centsFromDollars, dollarsFromCents, formatPrice } from './money.ts';
import { agreedPrice, type PricedTicket } from './payments.ts';
import { bareAmount, halfUp, isBeforeTax, type PriceMode, rateText, taxWithin } from './tax.ts';

/**
 * The tax in what a ticket costs and in what is paid for it, and the words for it. Shop decision
 * (docs/decisions/data.md, "Tax").
 */

/** A tax as it was settled, in dollars. */
export interface Tax {
  taxThousandths: number;
  tax: number;
}

export type TaxedTicket = PricedTicket & Partial<Pick<Repair, 'settledTax'>>;

/**
 * The tax in a ticket's agreed price: as settled with the accepted estimate or the completion; before that,
 * at today's rate.
 *
 * @param ticket with its prices in dollars
 * @returns null if no price is agreed
 */
export function taxOfTicket(ticket: TaxedTicket, thousandthsNow: number): Tax | null {
  const price = agreedPrice(ticket);
  if (price === null) return null;
  // A copy that an older version kept in a browser has none.
  return ticket.settledTax ?? taxOfPrice(price, thousandthsNow);
}

/** The tax in a price at today's rate, in dollars. */
export function taxOfPrice(dollars: number, taxThousandths: number): Tax {
  const cents = centsFromDollars(dollars) ?? 0;
  return { taxThousandths, tax: dollarsFromCents(taxWithin(bareAmount(cents), taxThousandths)) };
}

/** e.g. "includes $31.38 tax (8.875%)"; null if the price has no tax in it */
export const taxWords = (tax: Tax | null): string | null =>
  tax === null || tax.tax === 0
    ? null
    : `includes ${formatPrice(tax.tax)} tax (${rateText(tax.taxThousandths)})`;

/** In whole cents: what has been paid so far, and the tax in that. */
export interface TaxedSum {
  paid: number;
  tax: number;
}

/**
 * What a payment adds to the tax that has been paid, in whole cents; below 0 for what a refund takes back. It
 * is the payment's share of the tax in the price: it brings the tax that has been paid to the same part of
 * the whole as the money. So the last payment takes the remainder, and anything paid beyond the price has no
 * tax in it.
 *
 * @param before what was paid before it, voided payments left out
 * @param effect what it adds to what was paid: below 0 for a refund
 * @param priced the agreed price and the tax in it; null if none is agreed. Then a payment has the tax within
 *   it at today's rate, which the next one corrects once there is a price, and a refund gives back the same
 *   part of the tax as of the money
 */
export function taxOfPayment(
  before: TaxedSum,
  effect: number,
  priced: { price: number; tax: number } | null,
  thousandthsNow: number,
): number {
  const after = before.paid + effect;
  if (after <= 0) return 0 - before.tax;
  if (priced === null && effect > 0) {
    return taxWithin(bareAmount(after), thousandthsNow) - before.tax;
  }
  if (priced === null || priced.price === 0) {
    return effect > 0 ? 0 : halfUp(before.tax * after, before.paid) - before.tax;
  }
  const { price, tax } = priced;
  return halfUp(tax * Math.min(after, price), price) - before.tax;
}

/**
 * The hint about tax next to a price field.
 *
 * @param total what the customer pays, in dollars; null while no price is typed
 * @returns undefined at a rate of 0
 */
export function taxHint(total: number | null, mode: PriceMode): string | undefined {
  const { taxThousandths } = mode;
  if (taxThousandths === 0) return undefined;
  const rate = rateText(taxThousandths);
  if (isBeforeTax(mode)) {
    return total === null ? `Before ${rate} tax.` : `${formatPrice(total)} with ${rate} tax.`;
  }
  if (total === null) return `Includes ${rate} tax.`;
  return `Includes ${formatPrice(taxOfPrice(total, taxThousandths).tax)} tax (${rate}).`;
}
