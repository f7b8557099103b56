import { createStore } from './store.ts';

/**
 * How the screen hears about changes.
 * - `connecting`: for the first time
 * - `live`: as they happen
 * - `polling`: live updates are interrupted; the lists are asked for every few seconds
 * - `offline`: the server cannot be reached
 */
export type Connection = 'connecting' | 'live' | 'polling' | 'offline';

export const {
  get: currentConnection,
  set: setConnection,
  subscribe: onConnectionChange,
  useValue: useConnection,
} = createStore<Connection>('connecting');

/** Whether the server has just said that a backup is being restored. */
export const shopRestoring = createStore(false);

/** Waits, but no longer than until the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal?.aborted) wake();
    else signal?.addEventListener('abort', wake, { once: true });
  });
}
