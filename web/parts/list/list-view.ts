import { pageBarsBottom } from '../../ui/scroll.ts';

/** Where a list is seen, and what keeps it steady under its reader. Lengths are in pixels. */

interface View {
  top: number;
  bottom: number;
}

/** @returns the part that scrolls the list inside itself; null if the page does */
export function scrollerOf(list: Element): HTMLElement | null {
  for (let part = list.parentElement; part !== null; part = part.parentElement) {
    if (part === document.body) return null;
    if (/auto|scroll/.test(getComputedStyle(part).overflowY)) return part;
  }
  return null;
}

/** @returns the visible part of what the list scrolls in, measured in the window */
export function viewOf(scroller: HTMLElement | null): View {
  if (scroller !== null) return scroller.getBoundingClientRect();
  return { top: pageBarsBottom(), bottom: innerHeight };
}

/** An item, and how far from the top of the window it was. */
export interface Place {
  item: Element;
  top: number;
}

function placeIn({ top, bottom }: View, item: Element | null | undefined): Place | null {
  if (!item?.isConnected) return null;
  const box = item.getBoundingClientRect();
  return box.bottom > top && box.top < bottom ? { item, top: box.top } : null;
}

/** @returns the item at the top of the view; null while the list's beginning is in view, or none is */
function firstInView(list: Element, view: View): Place | null {
  if (list.getBoundingClientRect().top >= view.top) return null;
  let [low, high] = [0, list.children.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const bottom = list.children[middle]?.getBoundingClientRect().bottom ?? 0;
    if (bottom > view.top) high = middle;
    else low = middle + 1;
  }
  return placeIn(view, list.children[low]);
}

/** @returns the item that was pressed, if it is in view, or the first in view */
export const readingPlace = (list: Element, pressed: Element | null, view: View): Place | null =>
  placeIn(view, pressed) ?? firstInView(list, view);

export const itemWith = (list: Element, inside: Element | null) =>
  [...list.children].find((item) => item.contains(inside)) ?? null;

/** @returns the item with the focus, under the pointer, or the first in view */
export const anchorOf = (list: Element, view: View): Place | null =>
  placeIn(view, itemWith(list, document.activeElement)) ??
  placeIn(view, list.querySelector(':scope > :hover')) ??
  firstInView(list, view);

export function returnTo(place: Place | null, scroller: HTMLElement | null): void {
  if (!place?.item.isConnected) return;
  const top = place.item.getBoundingClientRect().top - place.top;
  if (Math.abs(top) >= 0.5) (scroller ?? window).scrollBy({ top, behavior: 'instant' });
}

/** Brings the list's beginning, with its head, into view if it has been scrolled past. */
export function toTop(list: Element, scroller: HTMLElement | null): void {
  const whole = list.closest('table') ?? list;
  const top = whole.getBoundingClientRect().top - viewOf(scroller).top;
  if (top < 0) (scroller ?? window).scrollBy({ top, behavior: 'instant' });
}

/** @returns the item with the focus, then those that follow, then those before it */
export function focusOrderOf(list: Element): Element[] {
  const items = [...list.children];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  return at === -1 ? [] : [...items.slice(at), ...items.slice(0, at).toReversed()];
}

/** When the item with the focus has left, the focus stays in the list. */
export function keepFocus([focused, ...others]: readonly Element[]): void {
  if (focused === undefined || focused.isConnected) return;
  const next = others.find((item) => item.isConnected);
  next?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
}
