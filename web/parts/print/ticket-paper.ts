import {
  type PrintedTicket,
  printedTicket,
  type TicketChoices,
  type TicketSource,
} from '../../../domain/printed-ticket.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { absoluteTime } from '../../data/shop-time.ts';
import { fitTicket } from './fit-ticket.ts';
import { elementsOf, type Sheet } from './sheet.ts';
import ticketLayout from './ticket.css?url';
import { ticketCode } from './ticket-code.ts';

/** A value with more characters uses the whole width, with the label above. */
const longestBeside = 90;

/** In the place of the code. The fields of the paper stay as they are. */
const provisionalMark = 'Provisional: ticket number to follow';

/** Shown on one line under the ticket's number. */
const timeLabels: readonly string[] = ['Date', 'Time'];

/**
 * A ticket as elements of a document: that of the print window, or the page's own. Made without
 * React: it is made once, measured and printed, and React would have nothing to do afterwards.
 */
function ticketElement(owner: Document, ticket: PrintedTicket): HTMLElement {
  const make = elementsOf(owner);
  const { name, address, phone, email, social } = ticket.shop;
  const rows = ticket.rows
    .filter(({ label }) => !timeLabels.includes(label))
    .map(({ label, value }) =>
      make('div', value.length > longestBeside ? 'ticket-row ticket-row-wide' : 'ticket-row', [
        make('dt', '', label),
        make('dd', '', value),
      ]),
    );
  const takenIn = ticket.rows
    .filter(({ label }) => timeLabels.includes(label))
    .map(({ value }) => make('dd', '', value));
  return make('article', 'ticket', [
    make('header', 'ticket-shop', [
      make('div', 'ticket-shop-text', [
        make('p', 'ticket-shop-name', name),
        make('p', 'ticket-shop-contact', address),
        make('p', 'ticket-shop-contact', [phone, email].filter(Boolean).join(' · ')),
        ...(social === '' ? [] : [make('p', 'ticket-shop-contact', social)]),
      ]),
      ticket.isProvisional
        ? make('p', 'ticket-mark', provisionalMark)
        : ticketCode(owner, ticket.ticketNumber),
    ]),
    make('h1', 'ticket-number', ticket.ticketNumber),
    make('dl', 'ticket-taken-in', [make('dt', '', 'Taken in'), ...takenIn]),
    make('dl', 'ticket-rows', rows),
  ]);
}

const localTime = (zone: string | undefined) => (iso: string) => {
  const at = new Date(iso);
  return { date: absoluteTime(at, 'date', zone), time: absoluteTime(at, 'time', zone) };
};

/**
 * @param sources one after the other: each is a page of paper
 * @param choices what the shop's settings say
 * @param zone of the times; the shop's if it is left out
 */
export function ticketSheet(
  sources: readonly TicketSource[],
  shop: ShopSettings['shop'],
  choices?: TicketChoices,
  zone?: string,
): Sheet {
  const tickets = sources.map((source) => printedTicket(source, shop, localTime(zone), choices));
  const numbers = tickets.map(({ ticketNumber }) => ticketNumber);
  return {
    name: 'ticket',
    title: `${numbers.length === 1 ? 'Ticket' : 'Tickets'} ${numbers.join(', ')}`,
    stylesheet: ticketLayout,
    paper: { width: 4 * 96, height: 6 * 96 },
    pages: (owner) => tickets.map((ticket) => ticketElement(owner, ticket)),
    fit: fitTicket,
  };
}

export { ticketLayout };
