import { useSyncExternalStore } from 'react';
import { toasts } from '../ui/toasts.ts';
import { type LocalCopies, readLocalCopies } from './copy-store.ts';

/**
 * The time in which a screen shows the local copies because the server could not be asked: it
 * begins with the first answer from a copy and ends when the server has answered again.
 */

export interface Outage {
  /** When the copies were last whole, ISO; null when that is not known. */
  copiedAt: string | null;
  /** Queries, by their hash, whose data is a copy. */
  copied: ReadonlySet<string>;
}

let outage: Outage | null = null;
let copies: LocalCopies | null = null;
/** Queries whose next answer is a copy. */
const underWay = new Set<string>();
const listeners = new Set<() => void>();

function change(next: Outage | null): void {
  outage = next;
  for (const listener of listeners) listener();
}

export const currentOutage = () => outage;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOutage(): Outage | null {
  return useSyncExternalStore(subscribe, currentOutage);
}

/** Whether what a query shows is a local copy, in which some parts are missing. */
export function useIsCopy(queryHash: string): boolean {
  return useSyncExternalStore(subscribe, () => isCopied(queryHash));
}

/** The copies as they were when the outage began: read once, and asked with every key stroke. */
export function copiesInOutage(): LocalCopies {
  if (outage === null || copies === null) copies = readLocalCopies();
  return copies;
}

/**
 * A query is about to be answered from the copies: said once per outage.
 * Source: specification, section 8 ("Database error").
 */
export function noteCopyGiven(queryHash: string): void {
  underWay.add(queryHash);
  if (outage === null) {
    toasts.show({ kind: 'error', title: 'Database error', detail: 'Using local data only' });
  }
  const copied = new Set(outage?.copied).add(queryHash);
  change({ copiedAt: copies?.note.at ?? null, copied });
}

/** Whether a query's data is a copy. */
export const isCopied = (queryHash: string) => outage?.copied.has(queryHash) ?? false;

/** Whether the answer that a query just got was a copy; asked once for each. */
export const wasCopyGiven = (queryHash: string) => underWay.delete(queryHash);

/** The query shows the server's own answer again, or nothing any more. */
export function noteCopyGone(queryHash: string): void {
  if (!outage?.copied.has(queryHash)) return;
  const copied = new Set(outage.copied);
  copied.delete(queryHash);
  change({ ...outage, copied });
}

export function endOutage(): void {
  copies = null;
  if (outage !== null) change(null);
}
