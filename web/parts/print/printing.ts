import { printWindow } from '../../../domain/print-window.ts';
import type { Sheet } from './sheet.ts';

/** Prints a sheet, from a window of its own or from this page. */

/** Longer than any shop's network takes for two kilobytes. In milliseconds. */
const stylesheetPatience = 10_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

// A blank window has no address of its own to start from.
const wholeAddress = (url: string) => new URL(url, window.location.href).href;

/** Makes the browser keep a layout, for what is printed when the network is away. */
export async function loadLayout(stylesheet: string): Promise<void> {
  const answer = await fetch(wholeAddress(stylesheet));
  await answer.text();
}

function addStylesheet(
  { name, stylesheet }: Sheet,
  to: Document,
): { link: HTMLLinkElement; loaded: Promise<void> } {
  const link = to.createElement('link');
  link.rel = 'stylesheet';
  link.href = wholeAddress(stylesheet);
  const loaded = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`Couldn’t load the ${name} layout.`));
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
  const fallback = pause(printWindow.fallbackAfterMs).then(() =>
    link.sheet === null ? loaded : undefined,
  );
  await Promise.race([loaded.then(() => pause(printWindow.printAfterMs)), fallback]);
}

interface Paper {
  ready: Promise<void>;
  remove: () => void;
}

/** Lays a sheet out in a document: the page's own, or that of a print window. */
function layOut(of: Sheet, to: Document): Paper {
  // In the open page the screen's own main part is still there, only not printed.
  const sheet = to.createElement(to === document ? 'div' : 'main');
  sheet.className = 'print-sheet';
  sheet.lang = 'en';
  const pages = of.pages(to);
  sheet.append(...pages);
  const stylesheet = addStylesheet(of, to);
  to.body.append(sheet);

  async function prepare(): Promise<void> {
    await untilPrintable(stylesheet);
    // The fonts may have loaded in the meantime: text is measured at the last moment.
    const { sheet: styles } = stylesheet.link;
    if (styles === null) return;
    // At its size on paper, no matter its size on the screen: nothing is drawn in between.
    sheet.style.setProperty('zoom', '1');
    for (const page of pages) of.fit(page, styles);
    sheet.style.removeProperty('zoom');
  }

  return {
    ready: prepare(),
    remove() {
      sheet.remove();
      stylesheet.link.remove();
    },
  };
}

/** Draws a sheet in a frame as it will lie on the counter; drawn again, it replaces the last one. */
export function drawInFrame(of: Sheet, owner: Document): void {
  const sheet = owner.createElement('div');
  sheet.className = 'print-sheet';
  sheet.append(...of.pages(owner));
  const fitAll = ({ sheet: styles }: HTMLLinkElement) => {
    if (styles === null) return;
    for (const page of owner.querySelectorAll<HTMLElement>('.print-sheet > *'))
      of.fit(page, styles);
  };
  const last = owner.querySelector('.print-sheet');
  const known = owner.querySelector('link');
  if (last && known) {
    last.replaceWith(sheet);
    fitAll(known);
    return;
  }
  owner.documentElement.lang = 'en';
  owner.documentElement.className = 'print-drawing';
  owner.body.append(sheet);
  const { link, loaded } = addStylesheet(of, owner);
  // Without its layout it would be no sheet: the frame stays blank.
  loaded.then(
    () => fitAll(link),
    () => sheet.remove(),
  );
}

function addActions(opened: Window): void {
  const { document: owner } = opened;
  const actions = owner.createElement('header');
  actions.className = 'print-actions';
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

/** Blank, around the sheet on the screen; in CSS pixels. */
const edge = 24;

/** Above the sheet, once there are buttons; in CSS pixels. */
const actionsHeight = 61;

const largestFit = 1.6;

/** Makes the sheet as large as the window is wide, or shows all of it if that is larger. */
function fitSheet(opened: Window, { width, height = width }: Sheet['paper']): void {
  const byWidth = (opened.innerWidth - edge) / width;
  const byHeight = (opened.innerHeight - edge - actionsHeight) / height;
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

/** Nobody closes a print dialog this fast; a browser that shows none is faster. In milliseconds. */
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
export async function printInWindow(opened: Window, sheet: Sheet): Promise<void> {
  const { document: owner } = opened;
  owner.title = sheet.title;
  owner.documentElement.lang = 'en';
  owner.documentElement.className = 'print-window';
  addViewport(opened);
  // From the start: behind the print dialog the window stays as it was drawn last.
  fitSheet(opened, sheet.paper);
  opened.addEventListener('resize', () => fitSheet(opened, sheet.paper));
  await Promise.race([layOut(sheet, owner).ready, closing(opened)]);
  // A user who closed it does not want it printed.
  if (opened.closed) return;
  opened.focus();
  if (printAndWait(opened)) opened.close();
  else addActions(opened);
}

/** Takes the last sheet out of the page, if the browser has not said that it was printed. */
let clearPage = () => {};

/** Prints from this page: while it is printed, nothing but the sheet is on it. */
export async function printInPage(sheet: Sheet): Promise<void> {
  clearPage();
  const paper = layOut(sheet, document);
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
