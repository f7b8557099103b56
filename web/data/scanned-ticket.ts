import { createStore } from './store.ts';

/** The number that was scanned last, until its ticket has noticed. */
export const scannedTicket = createStore<string | null>(null);

type TakeScan = (code: string) => void;

/** Takes what is scanned while a dialog asks for scans: its ticket is not opened then. */
export const scanTaker = createStore<TakeScan | null>(null);
