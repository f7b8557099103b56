import type { Answer } from '../../../domain/api.ts';
import { type AmountLine, type Receipt, receiptOf } from '../../../domain/receipt.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { absoluteTime } from '../../data/shop-time.ts';
import receiptLayout from './receipt.css?url';
import { elementsOf, type Sheet } from './sheet.ts';

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
  const make = elementsOf(owner);
  const amounts = (className: string, lines: readonly AmountLine[]) =>
    lines.length === 0
      ? []
      : [
          make(
            'dl',
            className,
            lines.map(({ label, amount }) =>
              make('div', 'receipt-amount', [make('dt', '', label), make('dd', '', amount)]),
            ),
          ),
        ];

  const { name, address, phone, email, social } = receipt.shop;
  const contact = [address, `${phone} · ${email}`, social];
  return make('article', `receipt receipt-${paper}`, [
    make('header', 'receipt-shop', [
      make('p', 'receipt-shop-name', name),
      ...contact.map((line) => make('p', '', line)),
    ]),
    make('h1', 'receipt-title', `Receipt ${receipt.ticketNumber}`),
    make(
      'dl',
      'receipt-facts',
      receipt.facts.map(({ label, value }) =>
        make('div', '', [make('dt', '', label), make('dd', '', value)]),
      ),
    ),
    ...amounts('receipt-lines', receipt.lines),
    ...amounts('receipt-payments', receipt.payments),
    ...amounts('receipt-sums', receipt.sums),
  ]);
}

/** A roll is as long as what is on it, a hair more: rounding must not start a second page. */
function pageRule(page: HTMLElement, paper: ReceiptPaper): string {
  if (paper === 'letter') return '@page { size: letter; margin: 0.75in; }';
  const height = Math.ceil((page.getBoundingClientRect().height + 2) / perMm);
  return `@page { size: 80mm ${height}mm; margin: 0; }`;
}

const localDate = (at: Date) => absoluteTime(at, 'date');

export function receiptSheet(
  ticket: Pick<Answer<'getRepair'>, 'repair' | 'payments'>,
  shop: ShopSettings['shop'],
  paper: ReceiptPaper,
): Sheet {
  const today = localDate(new Date());
  const receipt = receiptOf(ticket, shop, today, (iso) => localDate(new Date(iso)));
  return {
    name: 'receipt',
    title: `Receipt ${receipt.ticketNumber}`,
    stylesheet: receiptLayout,
    paper: papers[paper],
    pages: (owner) => [receiptElement(owner, receipt, paper)],
    fit: (page, styles) => {
      styles.insertRule(pageRule(page, paper), styles.cssRules.length);
    },
  };
}
