import { scrollBy, viewOf } from './list-view.ts';
import { idOf, placedElements } from './placed-item.tsx';

/** What keeps a list steady under its reader while the page changes. */

/** An item, and how far from the top of the window it stood. In pixels. */
export interface Place {
  id: string;
  top: number;
}

const placeOf = (item: Element): Place => ({
  id: idOf(item),
  top: item.getBoundingClientRect().top,
});

/** @returns the item at the top of the view; null while the list's beginning is in view */
export function readingPlace(list: Element, scroller: HTMLElement | null): Place | null {
  const { top } = viewOf(scroller);
  if (list.getBoundingClientRect().top >= top) return null;
  const first = placedElements(list).find((item) => item.getBoundingClientRect().bottom > top);
  return first ? placeOf(first) : null;
}

/**
 * @returns what the user looks at: the item with the focus, under the pointer, or the first in view
 */
export function anchorOf(list: Element, scroller: HTMLElement | null): Place | null {
  const view = viewOf(scroller);
  const inView = placedElements(list).filter((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return bottom > view.top && top < view.bottom;
  });
  const used =
    inView.find((item) => item.contains(document.activeElement)) ??
    inView.find((item) => item.matches(':hover'));
  return used ? placeOf(used) : readingPlace(list, scroller);
}

/** Puts an item back where it stood. */
export function returnTo(place: Place | null, list: Element, scroller: HTMLElement | null): void {
  const item = place && placedElements(list).find((element) => idOf(element) === place.id);
  if (!item) return;
  const moved = item.getBoundingClientRect().top - place.top;
  if (Math.abs(moved) >= 0.5) scrollBy(scroller, moved);
}

/** @returns the item with the focus, then those that follow, then those before it */
export function focusOrderOf(list: Element): Element[] {
  const items = placedElements(list);
  const at = items.findIndex((item) => item.contains(document.activeElement));
  return at === -1 ? [] : [...items.slice(at), ...items.slice(0, at).toReversed()];
}

/** When the item with the focus has left, the focus stays in the list. */
export function keepFocus([focused, ...others]: readonly Element[]): void {
  if (focused === undefined || focused.isConnected) return;
  const next = others.find((item) => item.isConnected);
  next?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
}
