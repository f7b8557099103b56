import type { Money } from '../../../domain/api-money.ts';
import { type MoneyPaper, moneyPaperOf } from '../../../domain/money-paper.ts';
import type { AmountLine } from '../../../domain/printed-price.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { absoluteTime } from '../../data/shop-time.ts';
import { letterParts } from './letter-parts.ts';
import receiptLayout from './receipt.css?url';
import type { Sheet } from './sheet.ts';

function moneyElement(owner: Document, shop: ShopSettings['shop'], paper: MoneyPaper): HTMLElement {
  const { make, shopHeader, factList, amountList } = letterParts(owner);
  const amounts = (className: string, lines: readonly AmountLine[]) =>
    lines.length === 0 ? [] : [amountList(className, lines)];
  return make('article', 'receipt receipt-letter', [
    shopHeader(shop),
    make('h1', 'receipt-title', paper.title),
    factList(paper.facts),
    ...amounts('receipt-sums', paper.methods),
    ...amounts('receipt-lines', paper.parts),
    ...amounts('receipt-sums', paper.drawer),
  ]);
}

/** @param title names the days */
export function moneySheet(money: Money, title: string, shop: ShopSettings['shop']): Sheet {
  const paper = moneyPaperOf(money, title, (iso) => absoluteTime(new Date(iso), 'dateTime'));
  return {
    name: 'report',
    title: paper.title,
    stylesheet: receiptLayout,
    paper: { width: 8.5 * 96, height: 11 * 96 },
    pages: (owner) => [moneyElement(owner, shop, paper)],
    fit: (_, styles) => {
      styles.insertRule('@page { margin: 0.75in; }', styles.cssRules.length);
    },
  };
}
