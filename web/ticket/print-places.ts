import type { PrintedTicket } from '../../domain/printed-ticket.ts';
import { layOut } from './ticket-paper.ts';

export { loadLayout } from './ticket-paper.ts';

/** Where a ticket is printed from: a window of its own, or the page that is open. */

function addActions(opened: Window): void {
  const { document: owner } = opened;
  const actions = owner.createElement('footer');
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
  owner.body.append(actions);
}

/** Resolves when somebody closes the window. */
function closing(opened: Window): Promise<void> {
  return new Promise((resolve) => {
    // Some browsers also say so when they are done making the blank page.
    opened.addEventListener('pagehide', () => setTimeout(() => opened.closed && resolve()));
  });
}

/** Whoever deals with a print dialog takes longer, and no browser without one does. In milliseconds. */
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
  await Promise.race([layOut(ticket, owner).ready, closing(opened)]);
  // Whoever closed it does not want it printed.
  if (opened.closed) return;
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
  // Whoever presses something again has left the print dialog, whether the browser said so or not.
  window.addEventListener('pointerdown', clear, { signal });
  window.addEventListener('keydown', clear, { signal });
}
