import type { FastifyInstance } from 'fastify';
import { docsPage, docsStyles } from './docs-page.ts';
import type { OpenApiDocument } from './openapi.ts';

/** The interface's description, for programs and for people. It tells nothing about the shop. */
export function docsRoutes(
  app: FastifyInstance,
  { version, needsSession }: { version: string; needsSession: object },
): void {
  let made: Promise<OpenApiDocument> | null = null;
  // Hardly anybody reads it, so what makes it is loaded by the first who does.
  const document = () => {
    made ??= import('./openapi.ts').then(({ openApiDocument }) =>
      openApiDocument(version.split('+', 1)[0] ?? version),
    );
    return made;
  };
  app.get('/api/openapi.json', needsSession, document);
  app.get('/api/docs', needsSession, async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send(docsPage(await document())),
  );
  app.get('/api/docs.css', needsSession, async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(docsStyles),
  );
}
