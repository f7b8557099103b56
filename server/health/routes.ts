import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { PhotoStore } from '../photos/photo-store.ts';

/** A check that takes longer than this has failed, in milliseconds. */
const patienceMs = 3000;

async function holds(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const answer = check().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** `/healthz`: the process answers. `/readyz`: it can also serve. Neither needs a session. */
export function healthRoutes(
  app: FastifyInstance,
  { database, photos }: { database: Database; photos: PhotoStore },
): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', async (_request, reply) => {
    const [databaseHolds, photosHold] = await Promise.all([
      holds(() => database.check()),
      holds(() => photos.check()),
    ]);
    const isReady = databaseHolds && photosHold;
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isReady ? 'ok' : 'unavailable',
        database: databaseHolds ? 'ok' : 'unavailable',
        photos: photosHold ? 'ok' : 'unavailable',
      });
  });
}
