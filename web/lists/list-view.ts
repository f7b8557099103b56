import { pageBarsBottom } from '../ui/scroll.ts';

/** What a list's elements say about where it is and how it is laid out. Lengths are in pixels. */

export interface View {
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

export function scrollBy(scroller: HTMLElement | null, distance: number): void {
  (scroller ?? window).scrollBy({ top: distance, behavior: 'instant' });
}

/** @returns how many items stand beside each other, and the gap between two rows */
export function gridOf(list: Element): { columns: number; gap: number } {
  const { display, gridTemplateColumns, rowGap } = getComputedStyle(list);
  return {
    columns: display === 'grid' ? gridTemplateColumns.split(' ').length : 1,
    gap: Number.parseFloat(rowGap) || 0,
  };
}
