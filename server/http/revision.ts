import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '../database/changes.ts';

/**
 * Every list answers with the revision of the data as its ETag, so a poll that finds nothing new
 * costs neither a query nor a body. What else an answer depends on is part of the tag: another
 * version of the product, or another file of the shop, may show the same data otherwise, and a store
 * restored from a backup counts the same revisions anew.
 *
 * @returns reads the tag of the data as it is now
 */
export function revisionTag(feed: ChangeFeed, ...others: readonly string[]): () => Promise<string> {
  let salted: { epoch: string; salt: string } | null = null;
  return async () => {
    await feed.catchUp();
    const { epoch } = feed;
    if (salted?.epoch !== epoch) {
      const hash = createHash('sha256').update([...others, epoch].join('\n'));
      salted = { epoch, salt: hash.digest('base64url').slice(0, 8) };
    }
    return `"${salted.salt}-${feed.revision}"`;
  };
}

/**
 * Whether the reader has this very revision. A proxy that compresses weakens the tag to `W/"…"`,
 * which does for this purpose (RFC 9110, section 13.1.2).
 */
export function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

type Make = () => Promise<Buffer>;

/**
 * The lists' last answers by revision and address: after a change every open screen asks for the
 * same, and all but the first get it without another query (docs/decisions/reads.md).
 */
export function answerMemo() {
  const memo = new LRUCache<string, Buffer, Make>({
    maxSize: 8 * 1024 * 1024,
    maxEntrySize: 1024 * 1024,
    sizeCalculation: (body, key) => body.length + key.length,
    // An answer that is evicted while it is being made is still awaited.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  });
  return (tag: string, address: string, make: Make): Promise<Buffer> =>
    memo.forceFetch(`${tag} ${address}`, { context: make });
}
