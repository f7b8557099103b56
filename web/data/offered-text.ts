import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/** A text that the screens have drafted: it waits for its ticket's composer, and is sent by staff only. */
interface OfferedText {
  ticketNumber: string;
  words: string;
}

const store = createStore<OfferedText | null>(null);

export const offerText = (text: OfferedText): void => store.set(text);

/** It is in the composer now. */
export const takeOfferedText = (): void => store.set(null);

/** @returns the words that wait for the ticket's composer; null for none */
export function useOfferedWords(ticketNumber: string): string | null {
  const offered = useSyncExternalStore(store.subscribe, store.get);
  return offered?.ticketNumber === ticketNumber ? offered.words : null;
}
