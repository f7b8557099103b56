/** What stays at the top while the page or a dialog scrolls under it. */

const bottomOf = (bar: Element): number => bar.getBoundingClientRect().bottom;

/** @returns where the page begins to be seen below its header and tabs; in pixels */
export function pageBarsBottom(): number {
  return Math.max(0, ...[...document.querySelectorAll('[data-top-bar]')].map(bottomOf));
}

/** @returns the bottom of the topmost dialog's title, or of the page's bars; in pixels */
export function frontBarsBottom(): number {
  const title = [...document.querySelectorAll('[data-dialog-bar]')].at(-1);
  return title ? bottomOf(title) : pageBarsBottom();
}
