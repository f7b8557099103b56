import type { Answer } from '../../../domain/api.ts';
import type { AmountLine } from '../../../domain/printed-price.ts';
import { type Receipt, receiptOf } from '../../../domain/receipt.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { absoluteTime } from '../../data/shop-time.ts';
import { letterParts } from './letter-parts.ts';
import receiptLayout from './receipt.css?url';
import type { Sheet } from './sheet.ts';

/** Of a receipt printer, which cuts where the receipt ends, or a letter-size page. */
export type ReceiptPaper = 'roll' | 'letter';

const perInch = 96;
const perMm = perInch / 25.4;

/** In CSS pixels. The height of a roll is the receipt's own. */
const papers = {
  roll: { width: 80 * perMm },
  letter: { width: 8.5 * perInch, height: 11 * perInch },
};

function receiptElement(owner: Document, receipt: Receipt, paper: ReceiptPaper): HTMLElement {
  const { make, shopHeader, factList, amountList, priceParts } = letterParts(owner);
  const amounts = (className: string, lines: readonly AmountLine[]) =>
    lines.length === 0 ? [] : [amountList(className, lines)];
  return make('article', `receipt receipt-${paper}`, [
    shopHeader(receipt.shop),
    make('h1', 'receipt-title', `Receipt ${receipt.ticketNumber}`),
    factList(receipt.facts),
    ...(receipt.price ? priceParts(receipt.price, true) : []),
    ...amounts('receipt-payments', receipt.payments),
    ...amounts('receipt-sums', receipt.sums),
  ]);
}

/** A roll is as long as what is on it, and a hair more: rounding must not start a second page. */
const lengthOf = (page: HTMLElement) =>
  Math.ceil((page.getBoundingClientRect().height + 2) / perMm);

const localDate = (at: Date) => absoluteTime(at, 'date');

/** @param tickets one after the other: each has a receipt of its own */
export function receiptSheet(
  tickets: readonly Pick<Answer<'getRepair'>, 'repair' | 'payments'>[],
  settings: Pick<ShopSettings, 'shop' | 'taxThousandths'>,
  paper: ReceiptPaper,
): Sheet {
  const today = localDate(new Date());
  const receipts = tickets.map((ticket) =>
    receiptOf(ticket, settings, today, (iso) => localDate(new Date(iso))),
  );
  const numbers = receipts.map(({ ticketNumber }) => ticketNumber);
  /** All receipts on a roll are as long as the longest: a printer takes one size for all pages. */
  let length = 0;
  return {
    name: 'receipt',
    title: `${numbers.length === 1 ? 'Receipt' : 'Receipts'} ${numbers.join(', ')}`,
    stylesheet: receiptLayout,
    paper: papers[paper],
    pages: (owner) => receipts.map((receipt) => receiptElement(owner, receipt, paper)),
    fit: (page, styles) => {
      length = Math.max(length, lengthOf(page));
      const size = paper === 'letter' ? 'letter; margin: 0.75in' : `80mm ${length}mm; margin: 0`;
      styles.insertRule(`@page { size: ${size}; }`, styles.cssRules.length);
    },
  };
}
