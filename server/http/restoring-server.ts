import type { FastifyInstance } from 'fastify';
import { Problem } from '../../domain/problems.ts';
import { serveApplication } from './application-files.ts';
import { createHttpServer, type ServerParts } from './server.ts';

/** How far along a restore is, as a browser shows it. */
export interface ClosedProgress {
  phase: string;
  /** How much of the phase is done, 0 to 1. */
  share: number;
}

/** How soon a browser asks again: a small shop is restored in a moment. */
const retryAfterSeconds = 3;

/**
 * What runs in the shop's place while it is being restored: it serves the screens, and tells every caller
 * that the shop will be back.
 *
 * @param progress null if another process restores it
 */
export async function createClosedServer(
  parts: ServerParts,
  webFolder: string,
  progress: () => ClosedProgress | null,
): Promise<FastifyInstance> {
  // A connection that says nothing would keep the shop closed.
  const app = await createHttpServer({ ...parts, closesAtOnce: true });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('connection', 'close');
    const isData = /^\/(api|photos|webhooks)([/?]|$)/.test(request.url);
    if (!isData) return done();
    done(new Problem('shop-restoring', { retryAfterSeconds, extra: { progress: progress() } }));
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) =>
    reply
      .code(503)
      .headers({ 'cache-control': 'no-store', 'retry-after': String(retryAfterSeconds) })
      .send({ status: 'restoring' }),
  );
  await serveApplication(app, parts.dialect, webFolder);
  return app;
}
