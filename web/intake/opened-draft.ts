import { useEffect, useEffectEvent } from 'react';

/** A draft was put into the form from elsewhere, perhaps under a form that is open. */

const listeners = new Set<() => void>();

export function openDraft(): void {
  for (const listener of listeners) listener();
}

/** @param open shows the draft that is kept now */
export function useOpenedDraft(open: () => void): void {
  const opened = useEffectEvent(open);
  useEffect(() => {
    const listener = () => opened();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
