import type { PrintedTicket } from '../../domain/printed-ticket.ts';
import { ticketCode } from './ticket-code.ts';

/** A value with more letters uses the whole width, with the label above. */
const longestBeside = 90;

/** In the place of the code. The fields of the paper stay as they are. */
const provisionalMark = 'Provisional: the ticket’s number follows';

/** Stand in one line under the ticket's number. */
const timeLabels: readonly string[] = ['Date', 'Time'];

/**
 * The ticket as elements of a document: that of the print window, or the page's own. Made by hand,
 * because it is made once, measured and printed, and React would have nothing to do afterwards.
 */
export function ticketElement(owner: Document, ticket: PrintedTicket): HTMLElement {
  function make(tag: string, className: string, content: string | Element[]): HTMLElement {
    const element = owner.createElement(tag);
    if (className !== '') element.className = className;
    if (typeof content === 'string') {
      element.textContent = content;
      element.dir = 'auto';
    } else {
      element.append(...content);
    }
    return element;
  }

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
  const page = make('article', 'ticket', [
    make('header', 'ticket-shop', [
      make('div', 'ticket-shop-text', [
        make('p', 'ticket-shop-name', name),
        make('p', 'ticket-shop-contact', address),
        make('p', 'ticket-shop-contact', `${phone} · ${email}`),
        make('p', 'ticket-shop-contact', social),
      ]),
      ticket.isProvisional
        ? make('p', 'ticket-mark', provisionalMark)
        : ticketCode(owner, ticket.ticketNumber),
    ]),
    make('h1', 'ticket-number', ticket.ticketNumber),
    make('dl', 'ticket-taken-in', [make('dt', '', 'Taken in'), ...takenIn]),
    make('dl', 'ticket-rows', rows),
  ]);
  // In the open page the screen's own main part is still there, only not printed.
  const isAlone = owner !== document;
  const sheet = make(isAlone ? 'main' : 'div', 'ticket-sheet', [page]);
  sheet.lang = 'en';
  return sheet;
}
