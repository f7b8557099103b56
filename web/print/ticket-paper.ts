import { encode } from 'uqr';
import { type PrintedTicket, printWindow } from '../../domain/printed-ticket.ts';
import { fitTicket } from './fit-ticket.ts';
import stylesheetUrl from './ticket.css?url';

/** A value with more letters uses the whole width, with the label above. */
const longestBeside = 90;

/** In the place of the code. The fields of the paper stay as they are. */
const provisionalMark = 'Provisional: the ticket’s number follows';

/** Stand in one line under the ticket's number. */
const timeLabels: readonly string[] = ['Date', 'Time'];

/**
 * A ticket as elements of a document: that of the print window, or the page's own. Made by hand,
 * because it is made once, measured and printed, and React would have nothing to do afterwards.
 */
function ticketElement(owner: Document, ticket: PrintedTicket): HTMLElement {
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
  return make('article', 'ticket', [
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
}

/** The tickets one after the other: each is a page of paper. */
function sheetElement(owner: Document, tickets: readonly PrintedTicket[]): HTMLElement {
  // In the open page the screen's own main part is still there, only not printed.
  const sheet = owner.createElement(owner === document ? 'div' : 'main');
  sheet.className = 'ticket-sheet';
  sheet.lang = 'en';
  sheet.append(...tickets.map((ticket) => ticketElement(owner, ticket)));
  return sheet;
}

/**
 * The ticket number as a QR code, for the shop's scanner. In millimetres of paper: half of one is four
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

/** Everything is in attributes: neither theme nor content policy has a say in it. */
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
    // No grey between two modules that touch.
    'shape-rendering': 'crispEdges',
  });
  code.style.setProperty('--modules', String(size));
  code.append(
    draw('rect', { width: size, height: size, fill: '#fff' }),
    draw('path', { d: pathOf(modules), fill: '#000' }),
  );
  return code;
}

/** Longer than any shop's network takes for two kilobytes. In milliseconds. */
const stylesheetPatience = 10_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

// A blank window has no address of its own to start from.
const stylesheetAddress = () => new URL(stylesheetUrl, window.location.href).href;

/** Has the browser keep the layout, for a ticket that is printed when the network is away. */
export async function loadLayout(): Promise<void> {
  const answer = await fetch(stylesheetAddress());
  await answer.text();
}

function addStylesheet(to: Document): { link: HTMLLinkElement; loaded: Promise<void> } {
  const link = to.createElement('link');
  link.rel = 'stylesheet';
  link.href = stylesheetAddress();
  const loaded = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error('The layout of the ticket could not be loaded.'));
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', fail);
    setTimeout(fail, stylesheetPatience);
  });
  to.head.append(link);
  return { link, loaded };
}

/**
 * When to print: 500 ms after the layout has loaded; 1000 ms after the start when the browser never
 * says that it has (specification, section 9). Never without the layout.
 */
async function untilPrintable({ link, loaded }: ReturnType<typeof addStylesheet>): Promise<void> {
  const isThereAnyway = pause(printWindow.fallbackAfterMs).then(() =>
    link.sheet === null ? loaded : undefined,
  );
  await Promise.race([loaded.then(() => pause(printWindow.printAfterMs)), isThereAnyway]);
}

interface Paper {
  ready: Promise<void>;
  remove: () => void;
}

/** Lays tickets out in a document: the page's own, or that of a print window. */
function layOut(tickets: readonly PrintedTicket[], to: Document): Paper {
  const sheet = sheetElement(to, tickets);
  const stylesheet = addStylesheet(to);
  to.body.append(sheet);

  async function prepare(): Promise<void> {
    await untilPrintable(stylesheet);
    // The letters may have come in the meantime, and are measured at the last moment.
    for (const page of sheet.querySelectorAll<HTMLElement>('.ticket')) fitTicket(page);
  }

  return {
    ready: prepare(),
    remove() {
      sheet.remove();
      stylesheet.link.remove();
    },
  };
}

function addActions(opened: Window): void {
  const { document: owner } = opened;
  const actions = owner.createElement('header');
  actions.className = 'ticket-actions';
  const choices: [string, () => void][] = [
    ['Print again', () => opened.print()],
    ['Close', () => opened.close()],
  ];
  for (const [name, act] of choices) {
    const button = owner.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', act);
    actions.append(button);
  }
  owner.body.prepend(actions);
}

/** Of the sheet and the blank edge around it, in CSS pixels. */
const sheetOnScreen = { width: 4 * 96, height: 6 * 96, edge: 24 };

const largestFit = 1.6;

/** Makes the sheet as large as the window is wide, or shows all of it where that is larger. */
function fitSheet(opened: Window): void {
  const { width, height, edge } = sheetOnScreen;
  const byWidth = (opened.innerWidth - edge) / width;
  const byHeight = (opened.innerHeight - edge) / height;
  const fit = Math.min(byWidth, Math.max(byHeight, 1), largestFit);
  opened.document.documentElement.style.setProperty('--fit', fit.toFixed(3));
}

/** A phone shows a page that says nothing about its width as if it were a desktop's, and tiny. */
function addViewport({ document: owner }: Window): void {
  const viewport = owner.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width, initial-scale=1';
  owner.head.append(viewport);
}

function closing(opened: Window): Promise<void> {
  return new Promise((resolve) => {
    // Some browsers also say so when they are done making the blank page.
    opened.addEventListener('pagehide', () => setTimeout(() => opened.closed && resolve()));
  });
}

/** Using a print dialog takes longer, and a browser without one never does. In milliseconds. */
const shortestDialog = 1_000;

/** @returns whether it is known to be over: browsers on phones neither wait nor say so */
function printAndWait(opened: Window): boolean {
  let wasSaid = false;
  const note = () => {
    wasSaid = true;
  };
  opened.addEventListener('afterprint', note);
  const start = performance.now();
  opened.print();
  opened.removeEventListener('afterprint', note);
  return wasSaid || performance.now() - start > shortestDialog;
}

/** Prints in a window of its own, which closes once the browser's print dialog has. */
export async function printInWindow(
  opened: Window,
  tickets: readonly PrintedTicket[],
): Promise<void> {
  const { document: owner } = opened;
  const numbers = tickets.map(({ ticketNumber }) => ticketNumber);
  owner.title = `${numbers.length === 1 ? 'Ticket' : 'Tickets'} ${numbers.join(', ')}`;
  owner.documentElement.lang = 'en';
  owner.documentElement.className = 'ticket-window';
  addViewport(opened);
  await Promise.race([layOut(tickets, owner).ready, closing(opened)]);
  // A user who closed it does not want it printed.
  if (opened.closed) return;
  // Not sooner: the ticket is measured at the size that it has on paper.
  fitSheet(opened);
  opened.addEventListener('resize', () => fitSheet(opened));
  opened.focus();
  if (printAndWait(opened)) opened.close();
  else addActions(opened);
}

/** Takes the last ticket out of the page, where the browser has not said that it was printed. */
let clearPage = () => {};

/** Prints from this page: while it is printed, nothing but the tickets is on it. */
export async function printInPage(tickets: readonly PrintedTicket[]): Promise<void> {
  clearPage();
  const paper = layOut(tickets, document);
  const over = new AbortController();
  const clear = () => {
    over.abort();
    paper.remove();
  };
  clearPage = clear;
  try {
    await paper.ready;
  } catch (error) {
    clear();
    throw error;
  }
  const { signal } = over;
  window.addEventListener('afterprint', clear, { signal });
  window.print();
  // A new press means that the print dialog is gone, whether the browser said so or not.
  window.addEventListener('pointerdown', clear, { signal });
  window.addEventListener('keydown', clear, { signal });
}
