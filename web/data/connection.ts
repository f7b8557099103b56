import { useSyncExternalStore } from 'react';

/**
 * How the screen hears of changes.
 * - `connecting`: for the first time
 * - `live`: as they happen
 * - `polling`: live updates are interrupted; the lists are asked for every few seconds
 * - `offline`: the server cannot be reached
 */
export type Connection = 'connecting' | 'live' | 'polling' | 'offline';

let connection: Connection = 'connecting';
const listeners = new Set<() => void>();

export function setConnection(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener();
}

export function currentConnection(): Connection {
  return connection;
}

/** Has something called when the connection has changed. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, currentConnection);
}
