/**
 * How new the data is that this page has been shown, as the server says it: the number of a change,
 * with the store's own name where it was restored from a backup. Each request says it, so that
 * whichever process of the server answers, what is on the screen never becomes older again, and what
 * was just saved here is there.
 */

let seen: { revision: number; store: string } | null = null;

/** @param word from an answer or a live event; anything else is passed over */
export function noteRevision(word: string | null): void {
  const [, digits, store = ''] = /^(\d{1,15})(-[0-9a-f]{12})?$/.exec(word ?? '') ?? [];
  if (digits === undefined) return;
  const revision = Number(digits);
  // Another store counts anew.
  if (seen === null || seen.store !== store || revision > seen.revision) seen = { revision, store };
}

/** What goes with a request. */
export const seenHeaders = (): Record<string, string> =>
  seen === null ? {} : { 'x-seen-revision': `${seen.revision}${seen.store}` };
