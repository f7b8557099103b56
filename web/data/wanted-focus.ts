import { useEffect, useEffectEvent, useRef } from 'react';
import { currentPlace, type TabName } from './address.ts';
import { createSignal } from './store.ts';

/** Where the focus should go in a tab that may still have to load. */

let wanted: TabName | null = null;
/** The tab on the screen, which lags behind the address. */
let shown: TabName | null = null;
const wishes = createSignal();

export function wantFocus(tab: TabName): void {
  wanted = tab;
  wishes.emit();
}

/** For a press: on a touch screen a keyboard would cover what the tab shows. */
export function wantFocusByMouse(tab: TabName): void {
  if (matchMedia('(pointer: fine)').matches) wantFocus(tab);
}

/** A tab is still loading: what is typed now is meant for it. */
export const isFocusOnItsWay = (): boolean => wanted !== null;

export function noteShownTab(tab: TabName): void {
  shown = tab;
}

/** A user who has gone elsewhere meanwhile no longer wants it. */
export function dropFocusOutside(tab: TabName): void {
  if (wanted !== tab && wanted !== currentPlace().tab) wanted = null;
}

/** @param focus puts the focus where the work in the tab begins */
export function useWantedFocus(tab: TabName, focus: () => void): void {
  const hasTaken = useRef(false);
  const take = useEffectEvent(() => {
    if (wanted !== tab) return;
    wanted = null;
    hasTaken.current = true;
    focus();
  });
  const leave = useEffectEvent(() => {
    // Requested again before the screen was even gone: the next one to appear gets it.
    const hasLeft = shown !== tab;
    if (hasTaken.current && hasLeft && currentPlace().tab === tab) wanted = tab;
  });
  useEffect(() => {
    const listener = () => take();
    const stop = wishes.listen(listener);
    // In the frame that lays the tab out anyway: any sooner, and the browser would do it twice.
    const frame = requestAnimationFrame(listener);
    return () => {
      cancelAnimationFrame(frame);
      stop();
      leave();
    };
  }, []);
}
