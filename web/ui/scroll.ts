import { type RefObject, useCallback, useEffect, useSyncExternalStore } from 'react';

const bottomOf = (bar: Element): number => bar.getBoundingClientRect().bottom;

/** @returns where the page begins to be seen below its header and tabs; in pixels */
export function pageBarsBottom(): number {
  return Math.max(0, ...[...document.querySelectorAll('[data-top-bar]')].map(bottomOf));
}

/**
 * @returns where what stays at the bottom begins, in pixels: the buttons of the topmost dialog or of
 *   the page. What is not at the bottom does not count
 */
export function frontFootTop(): number {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
  const front = [...dialogs].at(-1) ?? document;
  const tops = [...front.querySelectorAll('[data-foot]')]
    .map((foot) => foot.getBoundingClientRect().top)
    .filter((top) => top > innerHeight / 3);
  return Math.min(innerHeight, ...tops);
}

const chosenIn =
  '[aria-selected="true"], [aria-current="true"], [aria-current="page"], [aria-pressed="true"]';

/** Brings the chosen item to the middle of the row, as far as the row scrolls. */
function showChosen(row: HTMLElement): void {
  const chosen = row.querySelector<HTMLElement>(chosenIn);
  if (!chosen) return;
  const inRow = chosen.getBoundingClientRect().left - row.getBoundingClientRect().left;
  // Not scrollIntoView: that would also move the page.
  row.scrollBy({ left: inRow - (row.clientWidth - chosen.offsetWidth) / 2 });
}

/** The style sheet fades the edge behind which there is more. */
function markEdges(row: HTMLElement): void {
  row.toggleAttribute('data-more-before', row.scrollLeft > 1);
  row.toggleAttribute('data-more-after', row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
}

/** Keeps the chosen item of a row that scrolls sideways in view; null while the row is empty. */
export function useScrollRow(rowRef: RefObject<HTMLElement | null>, chosen: string | null): void {
  useEffect(() => {
    const row = rowRef.current;
    if (!row || chosen === null) return;
    const show = () => {
      showChosen(row);
      markEdges(row);
    };
    const mark = () => markEdges(row);
    // The observer calls it once right away, in the frame that lays the row out anyway.
    const observer = new ResizeObserver(show);
    observer.observe(row);
    row.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', mark);
    };
  }, [rowRef, chosen]);
}

/** The style sheet's own first breakpoint: what is below it is a phone. */
export const onPhone = '(width < 40rem)';

/** @returns whether a media query holds, for what should not even be drawn where nobody sees it */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
}
