import type { PrintedTicket } from '../../domain/printed-ticket.ts';
import { layOut } from './ticket-paper.ts';

export { loadLayout } from './ticket-paper.ts';

/** Where a ticket is printed from: a window of its own, or the page that is open. */

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

/**
 * Opens the print dialog.
 *
 * @returns whether it is known to be over: most browsers hold the script up until then, some say
 *   so, and others (on phones) do neither
 */
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
export async function printInWindow(opened: Window, ticket: PrintedTicket): Promise<void> {
  const { document: owner } = opened;
  owner.title = `Ticket ${ticket.ticketNumber}`;
  owner.documentElement.lang = 'en';
  owner.documentElement.className = 'ticket-window';
  addViewport(opened);
  await Promise.race([layOut(ticket, owner).ready, closing(opened)]);
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

/** Prints from this page: while it is printed, nothing but the ticket is on it. */
export async function printInPage(ticket: PrintedTicket): Promise<void> {
  clearPage();
  const paper = layOut(ticket, document);
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
