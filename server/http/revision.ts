import { createHash } from 'node:crypto';
import { dateStepMs } from '../../domain/calendar-date.ts';
import type { Clock } from '../base/clock.ts';
import type { ChangeFeed } from '../database/changes.ts';

/**
 * Every list answers with the revision of the data as its ETag, so a poll that finds nothing new costs
 * neither a query nor a body. What else an answer depends on is part of the tag: another version of the
 * product may show the same data differently, a store restored from a backup counts the same revisions again,
 * and as time passes, other repairs become due and other tickets have been quiet too long.
 *
 * @returns a function that reads the tag of the data as it is now
 */
export function revisionTag(
  feed: ChangeFeed,
  clock: Clock,
  ...others: readonly string[]
): () => Promise<string> {
  let salted: { epoch: string; salt: string } | null = null;
  return async () => {
    await feed.catchUp();
    const { epoch } = feed;
    if (salted?.epoch !== epoch) {
      const hash = createHash('sha256').update([...others, epoch].join('\n'));
      salted = { epoch, salt: hash.digest('base64url').slice(0, 8) };
    }
    return `"${salted.salt}-${Math.floor(clock() / dateStepMs).toString(36)}-${feed.revision}"`;
  };
}

/**
 * Whether the reader has this very revision. A proxy that compresses weakens the tag to `W/"…"`,
 * which is good enough here (RFC 9110, section 13.1.2).
 */
export function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/** More addresses than a shop's screens show at once; an answer takes some 50 KB. */
const maxKept = 100;

/**
 * The lists' answers at the newest revision, by address: after a change every open screen asks for the
 * same. A request that comes while an answer is being made waits for it, and an answer requested a second time
 * is kept (docs/decisions/reads.md).
 */
export function answerMemo() {
  let current = '';
  /** Null for what was asked for once. */
  const answers = new Map<string, Promise<Buffer> | null>();
  return (tag: string, address: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    if (tag !== current || answers.size >= maxKept) answers.clear();
    current = tag;
    const known = answers.get(address);
    if (known) return known;
    const isKept = known === null;
    const answer = make();
    answers.set(address, answer);
    const forget = () => {
      if (answers.get(address) === answer) answers.set(address, null);
    };
    answer.then(isKept ? undefined : forget, forget);
    return answer;
  };
}
