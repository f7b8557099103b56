import type { AmountLine, Receipt } from '../../../domain/receipt.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { elementsOf } from './sheet.ts';

/** What a receipt and an estimate on paper have in common. */
export function letterParts(owner: Document) {
  const make = elementsOf(owner);
  const pair = (className: string, label: string, value: string) =>
    make('div', className, [make('dt', '', label), make('dd', '', value)]);
  return {
    make,
    shopHeader: ({ name, address, phone, email, social }: ShopSettings['shop']) =>
      make('header', 'receipt-shop', [
        make('p', 'receipt-shop-name', name),
        ...[address, `${phone} · ${email}`, social].map((line) => make('p', '', line)),
      ]),
    factList: (facts: Receipt['facts']) =>
      make(
        'dl',
        'receipt-facts',
        facts.map(({ label, value }) => pair('', label, value)),
      ),
    amountList: (className: string, lines: readonly AmountLine[]) =>
      make(
        'dl',
        className,
        lines.map(({ label, amount }) => pair('receipt-amount', label, amount)),
      ),
  };
}
