import type { FastifyInstance } from 'fastify';
import { docsPage, docsStyles } from '../http/docs-page.ts';
import { type OpenApiDocument, openApiDocument } from '../http/openapi.ts';

/** The interface's description, for programs and for people. It tells nothing about the shop. */
export function docsRoutes(
  app: FastifyInstance,
  { version, needsSession }: { version: string; needsSession: object },
): void {
  let made: OpenApiDocument | null = null;
  const document = () => {
    made ??= openApiDocument(version.split('+', 1)[0] ?? version);
    return made;
  };
  app.get('/api/openapi.json', needsSession, async () => document());
  app.get('/api/docs', needsSession, async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send(docsPage(document())),
  );
  app.get('/api/docs.css', needsSession, async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(docsStyles),
  );
}
