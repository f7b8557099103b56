import type { Dialect } from '../../database/dialect.ts';
import type { Handle } from '../../database/tables.ts';

/**
 * What processes on the same data tell each other of sessions that end. A session is called by its
 * token's hash, which opens nothing.
 */

const one = 'session-ended ';
const allBut = 'sessions-ended-but ';

export const notifyEnd = (tx: Handle, dialect: Dialect, tokenHash: string): Promise<void> =>
  dialect.notify(tx, one + tokenHash);

/** @param but the one that goes on, or null */
export const notifyAllEnded = (tx: Handle, dialect: Dialect, but: string | null): Promise<void> =>
  dialect.notify(tx, allBut + (but ?? ''));

/** @returns what tells from a token's hash whether the word was of its end; null for other words */
export function endedBy(word: string): ((tokenHash: string) => boolean) | null {
  if (word.startsWith(one)) return (hash) => hash === word.slice(one.length);
  if (word.startsWith(allBut)) return (hash) => hash !== word.slice(allBut.length);
  return null;
}
