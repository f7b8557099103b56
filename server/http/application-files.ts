import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../domain/problems.ts';
import type { Dialect } from '../database/dialect.ts';
import { replyWithProblem } from './problem-reply.ts';

/** The build's files: those with a hash in their names, and the few beside the page. */
const isFile = /^\/(assets\/[\w.-]+|[\w-]+\.(js|svg|png|webmanifest))$/;

/**
 * Serves the built front end, compressed beforehand. Unknown addresses get a problem under /api, else
 * the application's page, whose router shows its 404.
 *
 * @param folder where the build is; without one every unknown address gets a problem
 */
export async function serveApplication(
  app: FastifyInstance,
  dialect: Dialect,
  folder: string,
): Promise<void> {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return answerUnknown(app, dialect, null);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: true,
    // Every other path, including the bare address, belongs to the application.
    allowedPath: (path) => isFile.test(path),
    cacheControl: false,
    setHeaders: (response, path) => {
      // Names in assets/ carry a hash of their content.
      response.setHeader(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  answerUnknown(app, dialect, readFileSync(page));
}

function answerUnknown(app: FastifyInstance, dialect: Dialect, page: Buffer | null): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|photos|webhooks|assets)(\/|$)/.test(path);
    if (!isPage || page === null) {
      return replyWithProblem(new Problem('not-found'), dialect, request, reply);
    }
    return reply
      .code(200)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page);
  });
}
