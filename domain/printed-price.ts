import { dollarsFromCents, formatPrice } from './money.ts';
import { agreedPrice } from './payments.ts';
import {
  type EstimateLine,
  isTaxAdded,
  type LinedPrice,
  lineCents,
  linesInCents,
} from './price-lines.ts';
import { rateText, taxableSum } from './tax.ts';
import { type Tax, type TaxedTicket, taxOfTicket } from './ticket-tax.ts';

/** A price with its lines, as every paper prints it. */

export interface AmountLine {
  label: string;
  amount: string;
}

/** A printed line; without a quantity if the price has no lines. */
interface PrintedLine extends AmountLine {
  quantity: string | null;
  unitPrice: string | null;
  /** "T" if this line is taxable and some others aren't, else empty. */
  taxMark: string;
}

/** A price as printed. */
export interface PrintedPrice {
  lines: PrintedLine[];
  /** Between the lines and the total: the subtotal and the tax. */
  sums: AmountLine[];
  total: AmountLine;
}

const inPrint = (cents: number) => formatPrice(dollarsFromCents(cents));

/**
 * A price with its lines, as on every paper. An amount without lines is one line, the work, with its tax
 * shown separately.
 *
 * @param priced in dollars, with the tax that was settled; null or 0 for none
 */
export function printedPrice({
  work,
  tax,
  ...priced
}: LinedPrice & { work: string | null; tax: Tax | null }): PrintedPrice {
  const { price, lines } = priced;
  const total = { label: 'Total', amount: formatPrice(price) };
  const taxCents = Math.round((tax?.tax ?? 0) * 100);
  const rate = rateText(tax?.taxThousandths ?? 0);
  if (lines === null) {
    const label = work ?? 'Repair';
    const amount = inPrint(Math.round(price * 100) - taxCents);
    return {
      lines: [{ label, quantity: null, unitPrice: null, taxMark: '', amount }],
      sums: taxCents === 0 ? [] : [{ label: `Tax (${rate})`, amount: inPrint(taxCents) }],
      total,
    };
  }
  const parts = linesInCents(lines);
  const isPartly = taxCents !== 0 && !lines.every(({ isTaxable }) => isTaxable);
  const printed = lines.map((line) => ({
    label: line.description,
    quantity: String(line.quantity),
    unitPrice: formatPrice(line.kind === 'discount' ? 0 - line.unitPrice : line.unitPrice),
    taxMark: isPartly && line.isTaxable ? 'T' : '',
    amount: inPrint(lineCents(line)),
  }));
  const on = isPartly ? `${rate} on ${inPrint(taxableSum(parts))}` : rate;
  const added = isTaxAdded(priced);
  const subtotal = parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const sums =
    taxCents === 0
      ? []
      : [
          ...(added && lines.length > 1 ? [{ label: 'Subtotal', amount: inPrint(subtotal) }] : []),
          {
            label: added ? `Tax (${on})` : `Includes tax (${on})`,
            amount: inPrint(taxCents),
          },
        ];
  return { lines: printed, sums, total };
}

/** A price in two columns, for narrow papers; with a total unless there is only one line. */
export function amountLines({ lines, sums, total }: PrintedPrice): AmountLine[] {
  const rows = lines.map(({ label, quantity, unitPrice, taxMark, amount }) => ({
    label: [
      label,
      ...(quantity === null || quantity === '1' ? [] : [`${quantity} × ${unitPrice}`]),
      ...(taxMark === '' ? [] : [taxMark]),
    ].join(', '),
    amount,
  }));
  return rows.length + sums.length === 1 ? rows : [...rows, ...sums, total];
}

/** The fields of a ticket that its printed price needs. */
export type PrintableTicket = TaxedTicket & {
  estimateWork: string | null;
  /** Missing in a copy that an older version kept in a browser, as is the next. */
  estimateLines?: EstimateLine[] | null;
  acceptedSoFar?: { price: number; work: string | null; lines: EstimateLine[] | null } | null;
};

/**
 * A ticket's agreed price, as on every paper, with the lines of the accepted estimate.
 *
 * @returns null if no price is agreed
 */
export function printedPriceOfTicket(
  ticket: PrintableTicket,
  thousandthsNow: number,
): PrintedPrice | null {
  const price = agreedPrice(ticket);
  if (price === null) return null;
  const { estimateAcceptedAt, estimateWork: work, estimateLines: lines, acceptedSoFar } = ticket;
  const accepted = estimateAcceptedAt === null ? acceptedSoFar : { work, lines };
  return printedPrice({
    price,
    work: accepted?.work ?? null,
    lines: accepted?.lines ?? null,
    tax: taxOfTicket(ticket, thousandthsNow),
  });
}
