import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { operations } from '../../domain/api.ts';
import type { ChangeFeed } from '../changes/feed.ts';
import { revisionWord } from '../changes/seen.ts';
import type { SessionActions } from '../sessions/actions.ts';
import { revisionHeader } from './own-writes.ts';

/**
 * Every list answers with the revision of the data as its ETag, so a poll that finds nothing new
 * costs neither a query nor a body. What else an answer depends on is part of it: another version of
 * the product, or another file of the shop, may show the same data otherwise, and a store that was
 * restored from a backup counts the same revisions anew.
 */
export function revisionTag(feed: ChangeFeed, ...others: readonly string[]): () => string {
  const saltOf = (epoch: string) => {
    const text = [...others, epoch].join('\n');
    return createHash('sha256').update(text).digest('base64url').slice(0, 8);
  };
  let { epoch } = feed;
  let salt = saltOf(epoch);
  return () => {
    if (epoch !== feed.epoch) {
      ({ epoch } = feed);
      salt = saltOf(epoch);
    }
    return `"${salt}-${feed.revision}"`;
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

/** The lists that are polled. What else has a revision is rarely asked for, and answered in its turn. */
export const polledPaths: ReadonlySet<string> = new Set(
  Object.values(operations).flatMap((operation) =>
    'hasRevision' in operation && !operation.path.includes('{') ? [operation.path] : [],
  ),
);

/**
 * Answers an unchanged poll before anything else is set in motion: the session is remembered, the
 * reader has this very revision.
 *
 * @returns whether it answered
 */
export function unchangedPolls(
  currentTag: () => string,
  feed: ChangeFeed,
  sessions: SessionActions,
) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const seen = request.headers['if-none-match'];
    if (seen === undefined || request.method !== 'GET') return false;
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (!polledPaths.has(path)) return false;
    const tag = currentTag();
    if (!hasTag(seen, tag)) return false;
    const token = sessions.tokenIn(request.headers.cookie);
    if (token === null || !sessions.isRemembered(token)) return false;
    response.writeHead(304, {
      etag: tag,
      'cache-control': 'no-store',
      [revisionHeader]: revisionWord(feed.revision, feed),
    });
    response.end();
    return true;
  };
}
