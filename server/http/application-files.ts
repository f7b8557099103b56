import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The build's files: those with a hash in their names, and the few beside the page. */
const isFile = /^\/(assets\/[\w.-]+|[\w-]+\.(js|svg|png|webmanifest))$/;

/**
 * Serves the built front end, compressed beforehand.
 *
 * @param folder where the build lies
 * @returns the page that every address of the application gets; null when there is no build
 */
export async function serveApplication(
  app: FastifyInstance,
  folder: string,
): Promise<{ html: Buffer | null }> {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return { html: null };
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
  return { html: readFileSync(page) };
}
