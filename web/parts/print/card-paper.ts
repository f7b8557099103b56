import type { Answer } from '../../../domain/api.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { type WarrantyCard, warrantyCardOf } from '../../../domain/warranty-card.ts';
import cardLayout from './card.css?url';
import { elementsOf, type Sheet } from './sheet.ts';
import { ticketCode } from './ticket-code.ts';

function cardElement(owner: Document, card: WarrantyCard): HTMLElement {
  const make = elementsOf(owner);
  return make('article', 'warranty-card', [
    make('header', '', [
      make('div', '', [
        make('h1', '', card.shop),
        make('p', '', card.address),
        make('p', '', card.contact),
        make('p', 'warranty-card-label', 'Warranty until'),
        make('p', 'warranty-card-until', card.until),
      ]),
      ticketCode(owner, card.ticketNumber),
    ]),
    make('p', 'warranty-card-watch', card.watch),
    make('p', '', card.numbers),
    make('p', '', card.pickedUp),
    make(
      'dl',
      '',
      card.lines.map(({ what, term }) =>
        make('div', '', [make('dt', '', what), make('dd', '', term)]),
      ),
    ),
  ]);
}

type CardTicket = Pick<Answer<'getRepair'>, 'repair' | 'warranties'>;

/** A card to cut out of whatever paper is in the printer. @throws Error if nothing is under warranty */
export function cardSheet(tickets: readonly CardTicket[], shop: ShopSettings['shop']): Sheet {
  const cards = tickets.flatMap(
    ({ repair, warranties }) => warrantyCardOf(repair, warranties, shop) ?? [],
  );
  if (cards.length === 0) throw new Error('Nothing on this ticket is under warranty.');
  const numbers = tickets.map(({ repair }) => repair.ticketNumber);
  return {
    name: 'warranty card',
    title: `Warranty card ${numbers.join(', ')}`,
    stylesheet: cardLayout,
    paper: { width: 4 * 96, height: 6 * 96 },
    pages: (owner) => cards.map((card) => cardElement(owner, card)),
    fit: () => undefined,
  };
}
