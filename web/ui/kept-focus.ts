import { type RefObject, useEffect } from 'react';

/**
 * When the button that was pressed leaves the page with the row it stood in, the focus would fall to
 * the top of the page: it goes to the part's heading instead.
 *
 * @param part what the buttons stand in
 * @param fallback takes the focus; by a script only, so `tabIndex={-1}`
 */
export function useKeptFocus(
  part: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = part.current;
    if (element === null) return;
    let last: EventTarget | null = null;
    const remember = (event: FocusEvent) => {
      last = event.target;
    };
    element.addEventListener('focusin', remember);

    // The whole page, because the focus may be lost later, with the dialog that was opened from there.
    const observer = new MutationObserver(() => {
      const isLost = last instanceof Node && !last.isConnected;
      if (!isLost || document.activeElement !== document.body) return;
      last = null;
      fallback.current?.focus({ preventScroll: true });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [part, fallback]);
}
