import type { Change } from '../../domain/api-answers.ts';
import type { Database } from '../database/database.ts';
import { changesAfter, changesPage, latestRevision, storeEpoch } from './store.ts';

/** So long what was read of the change log counts as the newest, in milliseconds. */
const usualFreshMs = 5000;

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
  /** Has each new change handed over, in order; returns how to stop that. */
  subscribe(listener: (change: Change) => void): () => void;
  /**
   * What came after a revision, up to the newest known one, or null when that is more than is worth
   * sending one by one: then the reader had better fetch everything anew.
   */
  since(revision: number): Promise<Change[] | null>;
  /** Whether this process knows of a revision, and has looked lately enough to answer from memory. */
  hasReached(revision: number): boolean;
  /** Looks whether there is more, unless {@link hasReached}. @throws when that cannot be asked */
  reach(revision: number): Promise<void>;
  /** Has something called when this turns out to be another store: one restored from a backup. */
  onOtherStore(listener: () => void): void;
}

/**
 * Follows the change log of a database.
 *
 * @param freshMs so long what was read counts as the newest where other processes write, too
 */
export async function followChanges(
  database: Database,
  freshMs = usualFreshMs,
): Promise<ChangeFeed> {
  const { isShared } = database.dialect;
  let lookedAt = performance.now();
  let revision = await latestRevision(database.read);
  let epoch = await storeEpoch(database.read);
  const listeners = new Set<(change: Change) => void>();
  const otherStoreListeners: (() => void)[] = [];
  let refreshing: Promise<void> | null = null;
  let again = false;

  async function refresh(): Promise<void> {
    try {
      do {
        again = false;
        const began = performance.now();
        const changes = await changesAfter(database.read, revision);
        for (const change of changes) {
          revision = change.revision;
          for (const listener of listeners) listener(change);
        }
        lookedAt = began;
        if (changes.length === changesPage) again = true;
      } while (again);
    } finally {
      // In the same step as the last look at `again`: whoever asks from here on begins anew.
      refreshing = null;
    }
  }

  function look(): Promise<void> {
    // Whoever asks while a look is under way needs another one: it may have begun too early.
    again = true;
    refreshing ??= refresh();
    return refreshing;
  }

  /** A process that was cut off from the database for long may have missed a restore. */
  async function noticeRestore(): Promise<void> {
    const now = await storeEpoch(database.read);
    if (now === epoch) return;
    await refreshing;
    revision = await latestRevision(database.read);
    epoch = now;
    for (const listener of otherStoreListeners) listener();
  }

  const hasReached = (wanted: number) =>
    revision >= wanted && (!isShared || performance.now() - lookedAt < freshMs);

  database.onCommit(look);
  database.onWord((word) => {
    // What fails here is tried again with the next connection that listens.
    if (word === null) noticeRestore().catch(() => undefined);
  });

  return {
    get epoch() {
      return epoch;
    },
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
      // Somebody whom another process has told more must not begin anew here.
      if (from > revision) await look();
      if (from > revision) return null;
      const changes = await changesAfter(database.read, from);
      return changes.length === changesPage ? null : changes;
    },
    hasReached,
    reach: async (wanted) => {
      if (!hasReached(wanted)) await look();
    },
    onOtherStore: (listener) => {
      otherStoreListeners.push(listener);
    },
  };
}
