import { encode } from 'uqr';
import {
  type PrintedTicket,
  printedTicket,
  type TicketSource,
} from '../../../domain/printed-ticket.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { absoluteTime } from '../../data/shop-time.ts';
import { fitTicket } from './fit-ticket.ts';
import { elementsOf, type Sheet } from './sheet.ts';
import ticketLayout from './ticket.css?url';

/** A value with more letters uses the whole width, with the label above. */
const longestBeside = 90;

/** In the place of the code. The fields of the paper stay as they are. */
const provisionalMark = 'Provisional: ticket number to follow';

/** Stand in one line under the ticket's number. */
const timeLabels: readonly string[] = ['Date', 'Time'];

/**
 * A ticket as elements of a document: that of the print window, or the page's own. Made by hand,
 * because it is made once, measured and printed, and React would have nothing to do afterwards.
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

/**
 * The ticket number as a QR code, for the shop's scanner. In millimeters of paper: half of one is four
 * dots of a label printer with 203 dots to the inch, so that no edge falls between two dots. Where
 * there is room the style sheet makes it five dots.
 */
const moduleMm = 0.5;

/** Blank modules on each side; the standard asks for four. */
const quietZone = 4;

/** Row by row, without the quiet zone; true is black. Never less error correction than M. */
export function codeModules(ticketNumber: string): readonly (readonly boolean[])[] {
  return encode(ticketNumber, { ecc: 'M', boostEcc: true, border: 0 }).data;
}

/** The black modules as one path: each run of a row is a rectangle. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => {
      const cells = row.map((isBlack) => (isBlack ? 'x' : ' ')).join('');
      return [...cells.matchAll(/x+/g)].map(
        ({ 0: run, index }) =>
          `M${index + quietZone} ${y + quietZone}h${run.length}v1h-${run.length}z`,
      );
    })
    .join('');
}

/** Everything is in attributes: neither theme nor content policy affects it. */
function ticketCode(owner: Document, ticketNumber: string): SVGElement {
  function draw(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
    const element = owner.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement;
    for (const [name, value] of Object.entries(attributes)) {
      element.setAttribute(name, String(value));
    }
    return element;
  }

  const modules = codeModules(ticketNumber);
  const size = modules.length + 2 * quietZone;
  const code = draw('svg', {
    class: 'ticket-code',
    role: 'img',
    'aria-label': `QR code of ${ticketNumber}`,
    viewBox: `0 0 ${size} ${size}`,
    width: `${size * moduleMm}mm`,
    height: `${size * moduleMm}mm`,
    // No gray between two modules that touch.
    'shape-rendering': 'crispEdges',
  });
  code.style.setProperty('--modules', String(size));
  code.append(
    draw('rect', { width: size, height: size, fill: '#fff' }),
    draw('path', { d: pathOf(modules), fill: '#000' }),
  );
  return code;
}

function localTime(iso: string): { date: string; time: string } {
  const at = new Date(iso);
  return { date: absoluteTime(at, 'date'), time: absoluteTime(at, 'time') };
}

/**
 * @param sources one after the other: each is a page of paper
 * @param printsReadyBy whether the shop has the date promised on its tickets
 */
export function ticketSheet(
  sources: readonly TicketSource[],
  shop: ShopSettings['shop'],
  printsReadyBy?: boolean,
): Sheet {
  const tickets = sources.map((source) => printedTicket(source, shop, localTime, printsReadyBy));
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
