import type { Repair } from '../../../domain/api-answers.ts';
import type { Sending } from '../../../domain/api-sendings.ts';
import { packingSlipOf } from '../../../domain/packing-slip.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { letterParts } from './letter-parts.ts';
import slipLayout from './packing-slip.css?url';
import { numberPages, type Sheet } from './sheet.ts';
import { ticketCode } from './ticket-code.ts';

/** The packing slip. It fits half a letter-size page, and A4 too: the printer chooses. */
export function packingSlipSheet(
  sending: Sending,
  repair: Repair,
  shop: ShopSettings['shop'],
  today: string,
): Sheet {
  const { ticketNumber, facts, work } = packingSlipOf(sending, repair, today);
  const title = `Packing slip ${ticketNumber}`;
  return {
    name: 'packing slip',
    title,
    stylesheet: slipLayout,
    paper: { width: 5.5 * 96, height: 8.5 * 96 },
    pages: (owner) => {
      const { make, shopHeader, factList } = letterParts(owner);
      return [
        make('article', 'receipt receipt-letter slip', [
          shopHeader(shop),
          make('div', 'slip-head', [
            make('h1', 'receipt-title', title),
            ticketCode(owner, ticketNumber),
          ]),
          factList(facts),
          ...(work.length === 0
            ? []
            : [
                make('section', 'slip-work', [
                  make('h2', '', 'What to do'),
                  ...work.map((line) => make('p', '', line)),
                ]),
              ]),
        ]),
      ];
    },
    fit: (_, styles) => numberPages(styles, title),
  };
}
