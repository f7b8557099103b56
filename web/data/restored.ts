import { createStore } from './store.ts';

/** Whether the server has just said that a backup is being restored. */
export const shopRestoring = createStore(false);

/** What the login says after a restore that this browser asked for; null where it did not. */
export const restoredNote = createStore<string | null>(null);
