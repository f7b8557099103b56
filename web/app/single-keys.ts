import { useSyncExternalStore } from 'react';

/**
 * Whether single-key shortcuts are wanted. A user who dictates to the computer would trigger them
 * by speaking, so they can be turned off (WCAG 2.1.4).
 */

const storageKey = 'singleKeyShortcuts';

/** Storage can be forbidden or full; the choice then lasts as long as the page. */
function readStored(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

let areOn = readStored();
const listeners = new Set<() => void>();

function change(next: boolean): void {
  areOn = next;
  for (const listener of listeners) listener();
}

function follow(event: StorageEvent): void {
  // A null key means that another tab cleared the whole storage.
  if (event.key === storageKey || event.key === null) change(readStored());
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', follow);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', follow);
  };
}

export function setSingleKeys(next: boolean): void {
  try {
    localStorage.setItem(storageKey, next ? 'on' : 'off');
  } catch {
    // See readStored.
  }
  change(next);
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, () => areOn);
}
