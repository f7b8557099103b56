import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Outage } from '../database/outage.ts';
import type { Deps } from '../ports/deps.ts';
import { PhotoStoreError } from '../ports/photo-store.ts';

type Draining = ReturnType<typeof drainingOf>;

/**
 * A process that is about to stop, while others continue: once set, no connection is kept open for another
 * request, and `/readyz` says no. Call it before the routes are made.
 */
export function drainingOf(app: FastifyInstance): { isOn: boolean } {
  const draining = { isOn: false };
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A balancer that keeps a connection would send the next request just as it is closed.
    if (draining.isOn) reply.header('connection', 'close');
    done();
  });
  return draining;
}

/** A check that takes longer than this has failed, in milliseconds. */
const patienceMs = 3000;

/** The state of a part of the product, in one word: nothing about its setup gets out. */
type Word = 'ok' | Outage | 'unavailable';

/** What the file system says about a folder in which nothing can be stored. */
const ofFiles: Readonly<Record<string, Outage>> = {
  ENOENT: 'unreachable',
  ENOTDIR: 'unreachable',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EMFILE: 'busy',
  EIO: 'broken',
};

function photoOutage(error: unknown): Outage | null {
  if (!(error instanceof PhotoStoreError)) return null;
  if (error.outage !== null) return error.outage;
  const { code } = error.cause as { code?: string };
  return ofFiles[code ?? ''] ?? null;
}

/** Checks once for all who ask at the same moment: anyone may ask, and each check writes something. */
function shared(check: () => Promise<void>, outageOf: (error: unknown) => Outage | null) {
  let running: Promise<Word> | null = null;
  const look = () =>
    Promise.race([
      check().then(
        (): Word => 'ok',
        (error: unknown): Word => outageOf(error) ?? 'unavailable',
      ),
      sleep(patienceMs, 'slow' as const, { ref: false }),
    ]);
  return (): Promise<Word> => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };
}

/**
 * `/healthz`: the process answers. `/readyz`: it can also serve, and will keep doing so. Neither
 * needs a session.
 */
export function healthRoutes(
  app: FastifyInstance,
  { database, photoStore }: Pick<Deps, 'database' | 'photoStore'>,
  draining: Draining,
): void {
  const ofDatabase = shared(() => database.check(), database.dialect.outageOf);
  const ofPhotos = shared(() => photoStore.check(), photoOutage);

  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get<{ Querystring: { without?: unknown } }>('/readyz', async ({ query }, reply) => {
    // A bucket that is down is down for all processes: taking all of them out would stop everything else, too.
    const isAsked = query.without !== 'photos';
    const [databaseWord, photosWord] = await Promise.all([
      ofDatabase(),
      isAsked ? ofPhotos() : 'ok',
    ]);
    const isReady = !draining.isOn && databaseWord === 'ok' && photosWord === 'ok';
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .headers(isReady ? {} : { 'retry-after': '5' })
      .send({
        status: isReady ? 'ok' : draining.isOn ? 'stopping' : 'unavailable',
        database: databaseWord,
        ...(isAsked ? { photos: photosWord } : {}),
      });
  });
}
