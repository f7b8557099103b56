import { dollarsFromCents, formatPrice, maxCents } from './money.ts';
import {
  bareAmount,
  halfUp,
  isBeforeTax,
  type PriceLine,
  type PriceMode,
  taxableSum,
  taxOnTop,
  taxWithin,
  typedFrom,
} from './tax.ts';

/**
 * The lines of an estimate: labor, parts, other charges and discounts. Their schemas are in
 * price-line-schema.ts. Shop decision (docs/decisions/data.md, "Lines").
 */

export const lineKinds = ['labor', 'part', 'other', 'discount'] as const;
export type LineKind = (typeof lineKinds)[number];

export const lineKindLabels: Readonly<Record<LineKind, string>> = {
  labor: 'Labor',
  part: 'Part',
  other: 'Other',
  discount: 'Discount',
};

export const maxLines = 30;
export const longestWarrantyDays = 3650;

/** As in the API, the forms and the stored JSON. */
export interface EstimateLine {
  kind: LineKind;
  description: string;
  /** From 0.01 to 99, in hundredths. */
  quantity: number;
  /** Dollars, 0 or more; a discount's too. With or without tax, as the shop states its prices. */
  unitPrice: number;
  isTaxable: boolean;
  /** Days from pickup; null for none. */
  warrantyDays: number | null;
}

/** Lines as stored: read whole, never queried one by one. */
export const storeLines = (lines: readonly EstimateLine[] | null): string | null =>
  lines === null ? null : JSON.stringify(lines);

export const loadLines = (stored: string | null): EstimateLine[] | null =>
  stored === null ? null : (JSON.parse(stored) as EstimateLine[]);

/** A line's amount in whole cents, halves rounded up; below 0 for a discount. */
export function lineCents({
  kind,
  quantity,
  unitPrice,
}: Pick<EstimateLine, 'kind' | 'quantity' | 'unitPrice'>): number {
  const cents = halfUp(Math.round(quantity * 100) * Math.round(unitPrice * 100), 100);
  return kind === 'discount' ? 0 - cents : cents;
}

/** Lines as the tax rules need them. */
export const linesInCents = (lines: readonly EstimateLine[]): PriceLine[] =>
  lines.map((line) => ({ amountCents: lineCents(line), isTaxable: line.isTaxable }));

/** In whole cents. */
export interface LineSums {
  /** The sum of the lines as typed: with tax if the shop's prices include it. */
  subtotal: number;
  /** The part of it that is taxable; never below 0. */
  taxable: number;
  tax: number;
  /** What the customer pays. */
  total: number;
}

/** The totals of lines. The tax is rounded half up, once for all of them. */
export function sumOfLines(lines: readonly EstimateLine[], mode: PriceMode): LineSums {
  const parts = linesInCents(lines);
  const subtotal = parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const taxable = taxableSum(parts);
  const isOnTop = isBeforeTax(mode);
  const tax = (isOnTop ? taxOnTop : taxWithin)(parts, mode.taxThousandths);
  return { subtotal, taxable, tax, total: isOnTop ? subtotal + tax : subtotal };
}

/** @returns what is wrong with lines that are each valid; null if nothing */
export function linesFault(lines: readonly EstimateLine[], mode: PriceMode): string | null {
  const { subtotal, total } = sumOfLines(lines, mode);
  if (subtotal < 0) return 'Discounts can’t be more than the other lines';
  const most = formatPrice(dollarsFromCents(maxCents));
  return total > maxCents ? `The total can be at most ${most}` : null;
}

/** A stored price: an amount, and its lines if it has any. */
export interface LinedPrice {
  price: number;
  lines: readonly EstimateLine[] | null;
}

/** Whether tax was added on top of the lines, so that they don't add up to the price. */
export const isTaxAdded = ({ price, lines }: LinedPrice): boolean =>
  lines !== null &&
  linesInCents(lines).reduce((sum, { amountCents }) => sum + amountCents, 0) !==
    Math.round(price * 100);

/**
 * The tax in a price that has been agreed on, in whole cents. An amount without lines is one taxable line.
 *
 * @param priced in dollars, with the tax
 */
export function taxInPrice(priced: LinedPrice, thousandths: number): number {
  const { price, lines } = priced;
  if (lines === null) return taxWithin(bareAmount(Math.round(price * 100)), thousandths);
  return (isTaxAdded(priced) ? taxOnTop : taxWithin)(linesInCents(lines), thousandths);
}

/**
 * The lines that the next estimate starts with: those of the last one, or one line with the whole price if
 * it had none or the shop now states its prices another way.
 *
 * @param last in dollars, with the tax
 */
export function linesToEdit(
  { work, ...last }: LinedPrice & { work: string | null },
  mode: PriceMode,
): EstimateLine[] {
  const { price, lines } = last;
  const isAsNow = lines !== null && sumOfLines(lines, mode).total === Math.round(price * 100);
  return isAsNow ? [...lines] : [asOneLine(work, typedFrom(price, mode))];
}

/** @param unitPrice in dollars, as the shop states its prices */
export const asOneLine = (work: string | null, unitPrice: number): EstimateLine => ({
  kind: 'labor',
  description: work ?? 'Repair',
  quantity: 1,
  unitPrice,
  isTaxable: true,
  warrantyDays: null,
});

/** A line as text, for the history and files, e.g. "2 × Spring bar (part), $5.00 each, no tax". */
export function lineText({
  kind,
  description,
  quantity,
  unitPrice,
  isTaxable,
  warrantyDays,
}: EstimateLine): string {
  const price = formatPrice(kind === 'discount' ? 0 - unitPrice : unitPrice);
  const isOne = quantity === 1;
  return [
    `${isOne ? '' : `${quantity} × `}${description} (${lineKindLabels[kind].toLowerCase()})`,
    isOne ? price : `${price} each`,
    ...(isTaxable ? [] : ['no tax']),
    ...(warrantyDays === null
      ? []
      : [`warranty ${warrantyDays} day${warrantyDays === 1 ? '' : 's'}`]),
  ].join(', ');
}

/** Lines as text, one per row; empty if none. */
export const linesText = (lines: readonly EstimateLine[] | null): string =>
  (lines ?? []).map(lineText).join('\n');
