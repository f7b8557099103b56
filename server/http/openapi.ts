import swagger from '@fastify/swagger';
import fastify from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { operations } from '../../domain/api.ts';
import type { Operation } from '../../domain/api-operation.ts';
import { type ProblemCode, problemTexts } from '../../domain/problems.ts';
import { mapTicketTables, ticketTableNames } from '../../domain/ticket-tables.ts';

/**
 * The contract as an OpenAPI 3.1 document, by Fastify's own plugin. It runs on an instance of its own
 * that serves nothing, so that the server neither waits for it at the start nor checks input twice.
 */

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, object> };
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    schema: object;
    description?: string;
  }[];
  responses: Record<string, { description: string; content?: Content }>;
  requestBody?: { content: Content };
}

type Content = Record<string, { schema: object }>;

const problemSchema = z
  .looseObject({
    type: z.string().describe('Documentation of the code'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    code: z.enum(Object.keys(problemTexts)),
    errors: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'A refusal (RFC 9457)' });

const file = z.string().meta({ format: 'binary' });

const answer = (description: string, types: readonly string[], schema: z.ZodType) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
});
const emptyAnswer = (description: string) => z.null().meta({ description });

const initialsHeaders = {
  'X-Staff-Initials': z
    .string()
    .optional()
    .describe(
      'Who of the staff in the settings does it, percent-encoded: stands beside it in the history. Others than those are passed over',
    ),
};
const versionHeaders = {
  'If-Match': z
    .string()
    .optional()
    .describe(
      'The `updatedAt` that was read, in quotes: refused with 412 and what is stored now where that is another. Without it nothing is compared',
    ),
};

/** Refusals by their status, each with its words. */
function refusals(codes: Iterable<ProblemCode>) {
  const lines: Record<number, string[]> = {};
  for (const code of new Set(codes)) {
    const { status, detail } = problemTexts[code];
    lines[status] = [...(lines[status] ?? []), `\`${code}\`: ${detail}`];
  }
  return Object.fromEntries(
    Object.entries(lines).map(([status, ofStatus]) => [
      status,
      answer(ofStatus.join('\n\n'), ['application/problem+json'], problemSchema),
    ]),
  );
}

const problemsOf = (operation: Operation): ProblemCode[] => [
  ...(operation.params || operation.query || operation.body
    ? (['validation-failed'] as const)
    : []),
  ...(operation.problems ?? []),
  ...(operation.isPublic ? [] : (['not-logged-in'] as const)),
  ...(operation.path.startsWith('/api/') ? (['cross-site'] as const) : []),
  // Looked at also where no body is asked for.
  ...(operation.method === 'GET'
    ? []
    : (['bad-request', 'unsupported-media-type', 'payload-too-large', 'shop-moved'] as const)),
  'headers-too-large',
  'unavailable',
];

function schemaOf(operationId: string, operation: Operation) {
  const { method, summary, params, query, body, takesFile, givesFile, isPublic } = operation;
  const headers = {
    ...(operation.takesVersion && versionHeaders),
    ...(method !== 'GET' && !isPublic && initialsHeaders),
  };
  const views = Object.values(operation.views ?? {});
  const success = Object.entries(operation.responses).map(([status, schema]) => [
    status,
    schema.type === 'void'
      ? emptyAnswer('Done')
      : answer(
          summary,
          givesFile ?? ['application/json'],
          givesFile ? file : views.length > 0 ? z.union([schema, ...views]) : schema,
        ),
  ]);
  return {
    operationId,
    summary,
    tags: [tagOf(operation.path)],
    security: isPublic ? [] : [{ session: [] }],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(Object.keys(headers).length > 0 && { headers: z.object(headers) }),
    ...(takesFile && { body: file, consumes: [...takesFile] }),
    response: {
      ...Object.fromEntries(success),
      ...(operation.hasRevision && {
        304: emptyAnswer('Unchanged since the revision in If-None-Match'),
      }),
      ...refusals(problemsOf(operation)),
    },
  };
}

const tags = {
  session: 'Logging in and out',
  sessions: 'Who is logged in',
  password: 'The shop password',
  shop: 'The shop and how the product is set up',
  settings: 'The shop’s settings',
  overview: 'Counts',
  repairs: 'Repairs, from intake to pick-up',
  photos: 'Photos of watches',
  clients: 'The directory',
  technicians: 'The technicians',
  estimates: 'Prices texted to customers and their answers',
  ...mapTicketTables(({ about }) => about),
  deleted: 'What was deleted and can be brought back',
  messages: 'Texts in and out',
  attention: 'What staff should look at',
  functions: 'The text functions',
  simulator: 'The simulated phone',
  backups: 'Backups of all data and photos',
  events: 'Live changes',
  export: 'All data as files',
  imports: 'Clients and repairs from another program’s file',
  health: 'Whether it is alive and can serve',
};

function tagOf(path: string): keyof typeof tags {
  if (path.includes('/photos/')) return 'photos';
  const parts = path.split('/');
  const noun = ticketTableNames.find((name) => parts.includes(name)) ?? parts[2] ?? '';
  if (!(noun in tags)) throw new Error(`No tag describes ${path}`);
  return noun as keyof typeof tags;
}

function healthSchema(operationId: string, summary: string, canFail: boolean) {
  const part = z.string().optional();
  const parts = canFail ? { database: part, photos: part } : {};
  const schema = z.looseObject({ status: z.string(), ...parts });
  return {
    operationId,
    summary,
    tags: ['health'],
    security: [],
    response: {
      200: answer('It does', ['application/json'], schema),
      ...(canFail && { 503: answer('It does not', ['application/json'], schema) }),
      ...refusals(['headers-too-large']),
    },
  };
}

const eventsSchema = {
  operationId: 'followChanges',
  summary: 'Live changes as server-sent events; resumes from Last-Event-ID',
  tags: ['events'],
  security: [{ session: [] }],
  headers: z.object({
    'Last-Event-ID': z.string().optional().describe('The last revision that the reader has seen'),
  }),
  response: {
    200: answer(
      '`change` events, each with a Change as data; `reset` when everything should be fetched again',
      ['text/event-stream'],
      z.string(),
    ),
    ...refusals(['not-logged-in', 'cross-site', 'headers-too-large', 'unavailable']),
  },
};

export async function openApiDocument(version: string): Promise<OpenApiDocument> {
  const app = fastify({ exposeHeadRoutes: false });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Watch repair back office',
        version,
        description:
          'One origin, JSON in and out, times in ISO 8601 UTC, money in dollars with at most 2 decimals. Every call but login, health and the photo addresses needs the session cookie.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'shop_session',
            description:
              'Called `__Host-shop_session` where the shop is reached over https. A login also sets `shop_device`, which identifies the browser at its next login and opens nothing',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  // Nothing is ever asked of these routes.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  const route = (method: string, path: string, schema: object) =>
    app.route({ method, url: path.replace(/\{(\w+)\}/g, ':$1'), schema, handler: () => undefined });
  for (const [name, operation] of Object.entries(operations) as [string, Operation][]) {
    route(operation.method, operation.path, schemaOf(name, operation));
  }
  route('GET', '/api/events', eventsSchema);
  route('GET', '/healthz', healthSchema('isAlive', 'Whether the process answers', false));
  route('GET', '/readyz', healthSchema('isReady', 'Whether it can also serve', true));
  await app.ready();
  const document = app.swagger() as OpenApiDocument;
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    operation.parameters ??= [];
  }
  // The plugin names each shape a second time for what is sent; no call takes a named one.
  const { schemas } = document.components;
  for (const name of Object.keys(schemas)) if (/Input$/.test(name)) delete schemas[name];
  return document;
}
