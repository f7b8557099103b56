import { type Place, type TabName, useAddress } from './address.ts';
import { wantFocus } from './wanted-focus.ts';

/** From this width on, a ticket is beside the page, which stays usable; below it, the ticket covers the page. */
export const besidePage = '(width >= 80rem)';

/** @returns a way to a tab for the keyboard: the focus goes along to where its work begins */
export function useGoTo() {
  const { set, href } = useAddress();
  return (tab: TabName, more: Partial<Place> = {}): void => {
    // A ticket that covers the page would cover that place, too.
    const covered = matchMedia(besidePage).matches ? {} : { ticket: null };
    const changes = { ...covered, ...more, tab };
    // Pressed twice, it is still one step back.
    if (href(changes) !== window.location.pathname + window.location.search) set(changes);
    wantFocus(tab);
  };
}
