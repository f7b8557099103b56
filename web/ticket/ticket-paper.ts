import { type PrintedTicket, printWindow } from '../../domain/printed-ticket.ts';
import { fitTicket } from './fit-ticket.ts';
import stylesheetUrl from './ticket.css?url';
import { ticketElement } from './ticket-element.ts';

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

export interface Paper {
  /** Resolves when the ticket is laid out, fits and may be printed. */
  ready: Promise<void>;
  /** Takes ticket and layout away again. */
  remove: () => void;
}

/** Lays a ticket out in a document: the page's own, or that of a print window. */
export function layOut(ticket: PrintedTicket, to: Document): Paper {
  const sheet = ticketElement(to, ticket);
  const stylesheet = addStylesheet(to);
  to.body.append(sheet);

  async function prepare(): Promise<void> {
    await untilPrintable(stylesheet);
    // The letters may have come in the meantime, and are measured at the last moment.
    fitTicket(sheet);
  }

  return {
    ready: prepare(),
    remove() {
      sheet.remove();
      stylesheet.link.remove();
    },
  };
}
