import { useEffect, useEffectEvent } from 'react';
import { currentPlace } from './address.ts';
import type { TabName } from './place.ts';

/** Where the focus should go in a tab that may still have to load. */

let wanted: TabName | null = null;
const listeners = new Set<() => void>();

export function wantFocus(tab: TabName): void {
  wanted = tab;
  for (const listener of listeners) listener();
}

/** A tab is still loading: what is typed now is meant for it. */
export const isFocusOnItsWay = (): boolean => wanted !== null;

/** Whoever has gone elsewhere meanwhile wants it no more. The address is ahead of the screen. */
export function dropFocusOutside(tab: TabName): void {
  if (wanted !== tab && wanted !== currentPlace().tab) wanted = null;
}

/** @param focus puts the focus where the work in the tab begins */
export function useWantedFocus(tab: TabName, focus: () => void): void {
  const take = useEffectEvent(() => {
    if (wanted !== tab) return;
    wanted = null;
    focus();
  });
  useEffect(() => {
    const listener = () => take();
    listeners.add(listener);
    // After the page has been scrolled to the top of its new tab.
    queueMicrotask(listener);
    return () => void listeners.delete(listener);
  }, []);
}
