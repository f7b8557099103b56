import type { Change } from '../../domain/api-answers.ts';

/** Passes live updates on to other modules that need them. */

type Listener = (change: Change | null) => void;
const listeners = new Set<Listener>();

/** Has something called with each change; with null when changes may have been missed. */
export function onHeardChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellChange(change: Change | null): void {
  for (const listener of listeners) listener(change);
}
