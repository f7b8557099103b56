import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ChangeFeed } from '../changes/feed.ts';
import { revisionWord, seenRevision } from '../changes/seen.ts';

/** How new the data is that an answer knows of. */
export const revisionHeader = 'x-revision';
/** How new the data is that somebody has seen, here or from another process. */
export const seenHeader = 'x-seen-revision';

const leastOf = (request: IncomingMessage, feed: ChangeFeed): number =>
  seenRevision(request.headers[seenHeader], feed) ?? 0;

/** Whether the request can be answered from what this process remembers. */
export const caughtUp =
  (feed: ChangeFeed) =>
  (request: IncomingMessage): boolean =>
    feed.hasReached(leastOf(request, feed));

/**
 * Nobody is shown less than they have seen: an answer tells how new the data is that it knows of, and
 * who says that is answered by a process that knows as much, whichever it is. A write is among it,
 * because its own process hears of it before it answers (docs/decisions/many-processes.md).
 */
export function keepUp(app: FastifyInstance, feed: ChangeFeed): void {
  const isOfData = ({ url }: { url: string }) => url.startsWith('/api/');
  app.addHook('preHandler', async (request) => {
    if (request.method === 'GET' && isOfData(request)) {
      await feed.reach(leastOf(request.raw, feed));
    }
  });
  app.addHook('onSend', async (request, reply) => {
    if (!isOfData(request)) return;
    reply.header(revisionHeader, revisionWord(feed.revision, feed));
  });
}
