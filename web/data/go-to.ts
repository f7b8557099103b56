import type { Place, TabName } from './address.ts';
import { useAddress } from './address.ts';
import { wantFocus } from './wanted-focus.ts';

/** @returns a way to a tab for the keyboard: the focus goes along to where its work begins */
export function useGoTo() {
  const { set, href } = useAddress();
  return (tab: TabName, more: Partial<Place> = {}): void => {
    const changes = { ...more, tab };
    // Pressed twice it is still one step back.
    if (href(changes) !== window.location.pathname + window.location.search) set(changes);
    wantFocus(tab);
  };
}
