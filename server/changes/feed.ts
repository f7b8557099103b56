import type { Change } from '../../domain/api-answers.ts';
import type { Database } from '../database/database.ts';
import { changesAfter, changesPage, latestRevision, oldestRevision, storeEpoch } from './store.ts';

/** What has changed, as it is committed, here or by another process. */
export interface ChangeFeed {
  /**
   * Empty, or which restored store this is: revisions of another one mean something else, though
   * they are the same numbers.
   */
  readonly epoch: string;
  /** The newest revision known to this process. */
  readonly revision: number;
  /** How many are told of each change. */
  readonly readers: number;
  /**
   * Has new changes handed over, in order, those that were found together in one piece; returns how
   * to stop that. All who listen get the same piece.
   */
  subscribe(listener: (changes: readonly Change[]) => void): () => void;
  /**
   * What came after a revision, up to the newest known one, or null when that is more than is worth
   * sending one by one, or no longer known: then the reader had better fetch everything anew.
   */
  since(revision: number): Promise<Change[] | null>;
}

/** Follows the change log of a database. */
export async function followChanges(database: Database): Promise<ChangeFeed> {
  let revision = await latestRevision(database.read);
  // No restore comes between: it is refused while the product runs.
  const epoch = await storeEpoch(database.read);
  const listeners = new Set<(changes: readonly Change[]) => void>();
  let looking: Promise<void> | null = null;
  let lookingAgain: Promise<void> | null = null;

  async function look(): Promise<void> {
    for (;;) {
      const changes = await changesAfter(database.read, revision);
      const newest = changes.at(-1);
      if (newest === undefined) return;
      revision = newest.revision;
      for (const listener of listeners) listener(changes);
      if (changes.length < changesPage) return;
    }
  }

  function lookNow(): Promise<void> {
    looking = look().finally(() => {
      looking = null;
    });
    return looking;
  }

  database.onCommit(() => {
    if (lookingAgain !== null) return lookingAgain;
    if (looking === null) return lookNow();
    // The look that is under way may have begun too early. Everybody who comes meanwhile shares the
    // next one and waits for no other: while many write there is always one under way.
    lookingAgain = looking
      .catch(() => undefined)
      .then(() => {
        lookingAgain = null;
        return lookNow();
      });
    return lookingAgain;
  });

  return {
    epoch,
    get revision() {
      return revision;
    },
    get readers() {
      return listeners.size;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    since: async (from) => {
      if (from === revision) return [];
      if (from > revision) return null;
      const changes = await changesAfter(database.read, from);
      if (changes.length === changesPage) return null;
      // Asked for last: what is cleared away while this looks must not be missing unnoticed.
      const oldest = await oldestRevision(database.read);
      return oldest !== null && oldest <= from + 1 ? changes : null;
    },
  };
}
