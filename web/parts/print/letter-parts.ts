import type { AmountLine, PrintedPrice } from '../../../domain/printed-price.ts';
import type { Receipt } from '../../../domain/receipt.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { elementsOf } from './sheet.ts';

/** What several of the printed papers have in common. */
export function letterParts(owner: Document) {
  const make = elementsOf(owner);
  const pair = (className: string, label: string, value: string) =>
    make('div', className, [make('dt', '', label), make('dd', '', value)]);
  const amountList = (className: string, lines: readonly AmountLine[]) =>
    make(
      'dl',
      className,
      lines.map(({ label, amount }) => pair('receipt-amount', label, amount)),
    );
  return {
    make,
    shopHeader: ({ name, address, phone, email, social }: ShopSettings['shop']) =>
      make('header', 'receipt-shop', [
        make('p', 'receipt-shop-name', name),
        ...[address, [phone, email].filter(Boolean).join(' · '), social].map((line) =>
          make('p', '', line),
        ),
      ]),
    factList: (facts: Receipt['facts']) =>
      make(
        'dl',
        'receipt-facts',
        facts.map(({ label, value }) => pair('', label, value)),
      ),
    amountList,
    /** The lines with the sums below; the total only if this paper shows it here. */
    priceParts: ({ lines, sums, total }: PrintedPrice, withTotal: boolean) => {
      const below = withTotal && lines.length + sums.length > 1 ? [...sums, total] : sums;
      if (lines.every(({ quantity }) => quantity === null)) {
        return [amountList('receipt-lines', [...lines, ...below])];
      }
      const hasMarks = lines.some(({ taxMark }) => taxMark !== '');
      const heads = ['Work', 'Quantity', 'Unit price', ...(hasMarks ? ['Tax'] : []), 'Amount'];
      return [
        make('table', 'receipt-table', [
          make('thead', '', [
            make(
              'tr',
              '',
              heads.map((head) => make('th', '', head)),
            ),
          ]),
          make(
            'tbody',
            '',
            lines.map(({ label, quantity, unitPrice, taxMark, amount }) =>
              make('tr', '', [
                make('td', '', [
                  make('bdi', '', label),
                  ...(quantity === '1'
                    ? []
                    : [make('p', 'receipt-detail', `${quantity} × ${unitPrice}`)]),
                ]),
                make('td', '', quantity ?? ''),
                make('td', '', unitPrice ?? ''),
                ...(hasMarks ? [make('td', '', taxMark)] : []),
                make('td', '', amount),
              ]),
            ),
          ),
        ]),
        ...(below.length === 0 ? [] : [amountList('receipt-lines', below)]),
      ];
    },
  };
}
