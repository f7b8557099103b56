import { createStore } from './store.ts';

/** The number that was scanned last, until its ticket has noticed. */
export const scannedTicket = createStore<string | null>(null);
