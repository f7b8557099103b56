import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Change } from '../../domain/api-answers.ts';
import type { ChangeFeed } from '../database/changes.ts';
import { eventId, revisionOfEventId } from '../database/changes.ts';
import type { Sessions } from '../shop/sessions/actions.ts';
import { guard } from './operations.ts';

/** Proxies close a connection that is silent for a minute; this also notices a session's end. */
const usualHeartbeatMs = 20_000;

/** A reader that has let this much pile up is gone or hopelessly slow: it should start over. */
const maxBufferedBytes = 1024 * 1024;

interface StreamDeps {
  feed: ChangeFeed;
  sessions: Sessions;
  heartbeatMs?: number | undefined;
}

/**
 * Live changes as server-sent events: `change` for each, with the revision as its id; `reset` when
 * the reader was away for too long and should fetch everything again.
 */
export function changeRoutes(
  app: FastifyInstance,
  { feed, sessions, heartbeatMs = usualHeartbeatMs }: StreamDeps,
): void {
  const open = new Map<() => void, string>();

  const options = { onRequest: guard(sessions), exposeHeadRoute: false };
  app.get('/api/events', options, async (request, reply) => {
    const { raw } = reply;
    const lastSeen = revisionOfEventId(request.headers['last-event-id'], feed);
    // Collected from now on, sent later: no change may fall between the missed and the live ones.
    const live: (readonly Change[])[] = [];
    let onChanges = (changes: readonly Change[]) => {
      live.push(changes);
    };
    const unsubscribe = feed.subscribe((changes) => onChanges(changes));
    const missed = await (lastSeen === null ? Promise.resolve([]) : feed.since(lastSeen)).catch(
      (error: unknown) => {
        unsubscribe();
        throw error;
      },
    );
    reply.hijack();
    if (raw.destroyed) {
      unsubscribe();
      return;
    }
    raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });

    let sent = missed === null || lastSeen === null ? feed.revision : lastSeen;
    const write = (text: string) => {
      if (raw.destroyed) return;
      raw.write(text);
      if (raw.writableLength > maxBufferedBytes) raw.destroy();
    };
    const send = (changes: readonly Change[]) => {
      const events = changes
        .filter(({ revision }) => revision > sent)
        .map((change) => {
          sent = change.revision;
          return `id: ${eventId(sent, feed)}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
        });
      if (events.length > 0) write(events.join(''));
    };
    const greeting = missed === null ? 'reset' : 'hello';
    write(`retry: 2000\nid: ${eventId(sent, feed)}\nevent: ${greeting}\ndata: {}\n\n`);
    for (const changes of [missed ?? [], ...live]) send(changes);
    onChanges = send;

    const token = sessions.tokenIn(request.headers.cookie) ?? '';
    const close = () => {
      clearInterval(heartbeat);
      unsubscribe();
      open.delete(close);
      raw.end();
    };
    const heartbeat = setInterval(() => {
      sessions.expiry(token).then(
        (expiry) => (expiry === null ? close() : write(': still here\n\n')),
        () => write(': still here\n\n'),
      );
    }, heartbeatMs);
    open.set(close, token);
    raw.on('close', close);
  });

  sessions.onEnd((hasEnded) => {
    for (const [close, token] of open) if (hasEnded(token)) close();
  });

  // Their revisions mean nothing anymore: browsers that reconnect start over.
  feed.onOtherStore(() => {
    for (const close of open.keys()) close();
  });

  // Streams never end on their own, and closing the server waits for all of them.
  app.addHook('preClose', async () => {
    for (const close of open.keys()) close();
  });
}
