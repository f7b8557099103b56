import { centsFromDollars, dollarsFromCents } from './money.ts';

/**
 * The tax in a price. Every price that is stored is what the customer pays; the shop's rate says how much
 * of it is tax. Rates are thousandths of a percent: 8875 is 8.875%. Shop decision (docs/decisions/data.md,
 * "Tax").
 */

const wholeRate = 100_000;

/** A part of a price, in whole cents; a discount is below 0. */
export interface PriceLine {
  amountCents: number;
  isTaxable: boolean;
}

/** A price without known parts: one taxable line. */
export const bareAmount = (amountCents: number): readonly PriceLine[] => [
  { amountCents, isTaxable: true },
];

/** The taxable sum in cents: never below 0, even if its discounts are larger. */
export const taxableSum = (lines: readonly PriceLine[]): number =>
  Math.max(
    0,
    lines.reduce((sum, line) => (line.isTaxable ? sum + line.amountCents : sum), 0),
  );

/** @returns the quotient to the nearest whole number, halves up; exact up to 2^53 */
export const halfUp = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor));

/** The tax in lines that include it, in cents: rounded half up, once for all of them. */
export const taxWithin = (lines: readonly PriceLine[], thousandths: number): number =>
  halfUp(taxableSum(lines) * thousandths, wholeRate + thousandths);

/** The tax that is added to lines without it, in cents: rounded half up, once for all of them. */
export const taxOnTop = (lines: readonly PriceLine[], thousandths: number): number =>
  halfUp(taxableSum(lines) * thousandths, wholeRate);

/** e.g. "8.875%" */
export const rateText = (thousandths: number): string => `${thousandths / 1000}%`;

/** How the shop states its prices, from its settings. */
export interface PriceMode {
  taxThousandths: number;
  pricesIncludeTax: boolean;
}

/** Until the shop's tax is known: what is typed is what the customer pays. */
export const withoutTax: PriceMode = { taxThousandths: 0, pricesIncludeTax: true };

/** Whether staff type prices without the tax. */
export const isBeforeTax = ({ taxThousandths, pricesIncludeTax }: PriceMode): boolean =>
  taxThousandths > 0 && !pricesIncludeTax;

/** A price as staff type it → what the customer pays, in dollars. */
export function totalOf(dollars: number, mode: PriceMode): number {
  const cents = centsFromDollars(dollars);
  if (cents === null || !isBeforeTax(mode)) return dollars;
  return dollarsFromCents(cents + taxOnTop(bareAmount(cents), mode.taxThousandths));
}

/** What the customer pays → the price as staff would type it, in dollars. */
export function typedFrom(total: number, mode: PriceMode): number {
  const cents = centsFromDollars(total);
  if (cents === null || !isBeforeTax(mode)) return total;
  return dollarsFromCents(cents - taxWithin(bareAmount(cents), mode.taxThousandths));
}
