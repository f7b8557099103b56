import { pageBarsBottom } from '../../ui/scroll.ts';
import type { Grid } from './list-rows.ts';
import { idOf, placedElements } from './placed-item.tsx';

/** Where a list is seen, and what keeps it steady under its reader. Lengths are in pixels. */

interface View {
  top: number;
  bottom: number;
}

/** @returns the part that scrolls the list inside itself; null where the page does */
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

export function gridOf(list: Element): Grid {
  const { display, gridTemplateColumns, rowGap } = getComputedStyle(list);
  return {
    width: list.getBoundingClientRect().width,
    columns: display === 'grid' ? gridTemplateColumns.split(' ').length : 1,
    gap: Number.parseFloat(rowGap) || 0,
  };
}

/** An item, and how far from the top of the window it stood. */
export interface Place {
  id: string;
  top: number;
}

const placeOf = (item: Element | undefined): Place | null =>
  item === undefined ? null : { id: idOf(item), top: item.getBoundingClientRect().top };

/** @returns the item at the top of the view; null while the list's beginning is in view, or none is */
export function readingPlace(list: Element, { top, bottom }: View): Place | null {
  if (list.getBoundingClientRect().top >= top) return null;
  const items = placedElements(list);
  const place = placeOf(items.find((item) => item.getBoundingClientRect().bottom > top));
  return place !== null && place.top < bottom ? place : null;
}

/** @returns the item where it is seen; null where it is not */
export function heldPlace(list: Element, id: string | null, { top, bottom }: View): Place | null {
  const place = placeOf(placedElements(list).find((item) => idOf(item) === id));
  return place !== null && place.top >= top && place.top < bottom ? place : null;
}

/** @returns the item with the focus, under the pointer, or the first in view */
export function anchorOf(list: Element, view: View): Place | null {
  const inView = placedElements(list).filter((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return bottom > view.top && top < view.bottom;
  });
  const used =
    inView.find((item) => item.contains(document.activeElement)) ??
    inView.find((item) => item.matches(':hover'));
  return placeOf(used) ?? readingPlace(list, view);
}

export function returnTo(place: Place | null, list: Element, scroller: HTMLElement | null): void {
  const item = place && placedElements(list).find((element) => idOf(element) === place.id);
  if (!item) return;
  const top = item.getBoundingClientRect().top - place.top;
  if (Math.abs(top) >= 0.5) (scroller ?? window).scrollBy({ top, behavior: 'instant' });
}

/** Brings the list's beginning into view where it has been scrolled past. */
export function toTop(list: Element, scroller: HTMLElement | null): void {
  const top = list.getBoundingClientRect().top - viewOf(scroller).top;
  if (top < 0) (scroller ?? window).scrollBy({ top, behavior: 'instant' });
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
