import type { Change } from '../../domain/api-answers.ts';
import {
  changesAfter,
  changesPage,
  deleteChangesUpTo,
  latestRevision,
  oldestRevision,
} from './change-log.ts';
import type { Database } from './database.ts';
import { readSetting, storeEpochKey } from './settings.ts';

/** What has changed, as it is committed, here or by another process. */
export interface ChangeFeed {
  /**
   * Empty, or which restored store this is: revisions of another one mean something else, though
   * they are the same numbers.
   */
  readonly epoch: string;
  readonly revision: number;
  /** How many listeners are notified of each change. */
  readonly readers: number;
  /**
   * Registers who gets new changes, in order, those found together in one batch; returns how
   * to stop that. All listeners get the same batch.
   */
  subscribe(listener: (changes: readonly Change[]) => void): () => void;
  /**
   * What came after a revision, up to the newest known one, or null when that is more than is worth
   * sending one by one, or no longer known: then the reader should fetch everything again.
   */
  since(revision: number): Promise<Change[] | null>;
  /**
   * Resolves when the newest revision is known. If other processes write, too, the database is
   * asked each time. @throws when it cannot be
   */
  catchUp(): Promise<void>;
  /** Registers what is called when this turns out to be another store: one restored from a backup. */
  onOtherStore(listener: () => void): void;
}

const epochOf = async ({ read }: Database) => (await readSetting(read, storeEpochKey)) ?? '';

export async function followChanges(database: Database): Promise<ChangeFeed> {
  let revision = await latestRevision(database.read);
  let epoch = await epochOf(database);
  const listeners = new Set<(changes: readonly Change[]) => void>();
  const otherStoreListeners: (() => void)[] = [];
  let looking: Promise<void> | null = null;
  let lookingAgain: Promise<void> | null = null;
  /** Notifications were lost for a while: a restore in between has yet to be ruled out. */
  let mayBeAnother = false;

  /** A process that was cut off from the database for a long time may have missed a restore. */
  async function noticeRestore(): Promise<void> {
    // Set again when notifications are lost meanwhile: then the epoch is read again.
    mayBeAnother = false;
    try {
      const now = await epochOf(database);
      if (now === epoch) return;
      revision = await latestRevision(database.read);
      epoch = now;
    } catch (error) {
      mayBeAnother = true;
      throw error;
    }
    for (const listener of otherStoreListeners) listener();
  }

  async function look(): Promise<void> {
    // After a restore no revision means anything, so check for one first.
    if (mayBeAnother) await noticeRestore();
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

  function lookAgain(): Promise<void> {
    if (lookingAgain !== null) return lookingAgain;
    if (looking === null) return lookNow();
    // The check that is under way may have begun too early. Everyone who comes meanwhile shares the
    // next one and waits for no other: while many write there is always one under way.
    lookingAgain = looking
      .catch(() => undefined)
      .then(() => {
        lookingAgain = null;
        return lookNow();
      });
    return lookingAgain;
  }

  database.onCommit(lookAgain);
  database.onNotification((notification) => {
    if (notification !== null) return;
    mayBeAnother = true;
    // What fails here is tried again with the next check, and there is one every two seconds.
    lookAgain().catch(() => undefined);
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
      // A client that got newer changes from another process must not start over here.
      if (from > revision) await lookAgain();
      if (from === revision) return [];
      if (from > revision) return null;
      const changes = await changesAfter(database.read, from);
      if (changes.length === changesPage) return null;
      // Asked for last: what is cleared away while this checks must not go unnoticed.
      const oldest = await oldestRevision(database.read);
      return oldest !== null && oldest <= from + 1 ? changes : null;
    },
    catchUp: () => (database.dialect.isShared ? lookAgain() : Promise.resolve()),
    onOtherStore: (listener) => {
      otherStoreListeners.push(listener);
    },
  };
}

/** The id of a live event, from which a browser resumes: the revision, and of which restored store. */
export const eventId = (revision: number, { epoch }: Pick<ChangeFeed, 'epoch'>): string =>
  epoch === '' ? String(revision) : `${revision}-${epoch}`;

/**
 * @returns the revision that a client has seen; null when it names none, and infinite for one of
 *   another store
 */
export function revisionOfEventId(
  id: string | string[] | undefined,
  { epoch }: Pick<ChangeFeed, 'epoch'>,
): number | null {
  const [, revision, ofEpoch = ''] =
    (typeof id === 'string' && /^(\d{1,15})(?:-([0-9a-f]{12}))?$/.exec(id)) || [];
  if (revision === undefined) return null;
  return ofEpoch === epoch ? Number(revision) : Number.POSITIVE_INFINITY;
}

/**
 * This many of the newest changes stay. A browser that has missed {@link changesPage} of them fetches
 * everything again anyway, so none resumes from further back; the rest is there for looking up what
 * happened lately. The newest one always stays: its number is the revision.
 */
export const keptChanges = 20 * changesPage;

/** This many are deleted at a time: no one should have to wait long for it. */
const batch = 1_000;

/** Deletes changes that no one resumes from anymore, so that the log does not grow forever. */
export async function pruneChanges({ read, transact }: Database): Promise<void> {
  // Asked of the database each time: it may have been replaced.
  const last = (await latestRevision(read)) - keptChanges;
  const oldest = await oldestRevision(read);
  if (oldest === null || oldest > last) return;
  await transact((tx) => deleteChangesUpTo(tx, Math.min(last, oldest + batch - 1)));
}
