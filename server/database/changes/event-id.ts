import type { ChangeFeed } from './feed.ts';

/** The ids of live events, from which a browser resumes. */

type Store = Pick<ChangeFeed, 'epoch'>;

/** The id of a live event: the revision, and of which store where that is not the first. */
export const eventId = (revision: number, { epoch }: Store): string =>
  epoch === '' ? String(revision) : `${revision}-${epoch}`;

/**
 * @returns the revision that a client has seen; null when it names none, and infinite for one of
 *   another store
 */
export function revisionOfEventId(
  word: string | string[] | undefined,
  { epoch }: Store,
): number | null {
  const [, revision, ofEpoch = ''] =
    (typeof word === 'string' && /^(\d{1,15})(?:-([0-9a-f]{12}))?$/.exec(word)) || [];
  if (revision === undefined) return null;
  return ofEpoch === epoch ? Number(revision) : Number.POSITIVE_INFINITY;
}
