import { type RefObject, useEffect } from 'react';

const chosenIn = '[aria-selected="true"], [aria-current="true"]';

/** Scrolls only what does not lie wholly inside the row anyway. */
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

/**
 * Keeps the chosen item of a row that scrolls sideways in view and shows at its edges that there
 * is more.
 *
 * @param chosen what is chosen; null while there is nothing in the row
 */
export function useScrollRow(rowRef: RefObject<HTMLElement | null>, chosen: string | null): void {
  useEffect(() => {
    const row = rowRef.current;
    if (!row || chosen === null) return;
    const show = () => {
      showChosen(row);
      markEdges(row);
    };
    const mark = () => markEdges(row);
    // It comes by itself the first time, in the frame that lays the row out anyway.
    const observer = new ResizeObserver(show);
    observer.observe(row);
    row.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', mark);
    };
  }, [rowRef, chosen]);
}
