import { z } from 'zod';
import { operations } from '../../domain/api.ts';
import { type ProblemCode, problemTexts } from '../../domain/problems.ts';

/** The contract as an OpenAPI 3.1 document. */

interface Described {
  method: string;
  path: string;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  responses: Readonly<Record<number, z.ZodType>>;
  problems: readonly ProblemCode[];
  takesFile?: readonly string[];
  givesFile?: readonly string[];
  takesVersion?: true;
  isPublic?: true;
  hasRevision?: true;
}

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  [keyword: string]: unknown;
}

export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, JsonSchema>; [part: string]: unknown };
  [part: string]: unknown;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Record<string, unknown>[];
  responses: Record<string, unknown>;
  requestBody?: Record<string, unknown>;
}

const problemSchema: JsonSchema = {
  type: 'object',
  description: 'A refusal (RFC 9457)',
  properties: {
    type: { type: 'string', description: 'Where the code is explained' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(problemTexts) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
};

/** Named schemas move to the document's components; references follow them. */
function hoist(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  const { $defs, $schema, ...rest } = schema;
  for (const [name, definition] of Object.entries($defs ?? {})) {
    schemas[name] = repoint(definition) as JsonSchema;
  }
  return repoint(rest) as JsonSchema;
}

function repoint(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(repoint);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      // The schema's own name, not a field that is called so.
      .filter(([key, inner]) => key !== 'id' || typeof inner !== 'string')
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : repoint(inner),
      ]),
  );
}

function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  return hoist(
    z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as JsonSchema,
    schemas,
  );
}

function parameters(
  where: 'path' | 'query',
  schema: z.ZodType | undefined,
  schemas: Record<string, JsonSchema>,
) {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input', schemas);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

const versionParameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'The `updatedAt` that was read, in quotes: refused with 412 and what is stored now where that is another. Without it nothing is compared',
};

function problemResponses(operation: Described): Record<string, unknown> {
  const codes = new Set<ProblemCode>([
    ...operation.problems,
    ...(operation.params || operation.query ? (['validation-failed'] as const) : []),
    ...(operation.isPublic ? [] : (['not-logged-in'] as const)),
    ...(operation.path.startsWith('/api/') ? (['cross-site'] as const) : []),
    // Looked at also where no body is asked for.
    ...(operation.method === 'GET'
      ? []
      : (['bad-request', 'unsupported-media-type', 'payload-too-large', 'shop-moved'] as const)),
    'headers-too-large',
    'unavailable',
  ]);
  return refusals(codes);
}

/** Refusals by their status, each with its words. */
function refusals(codes: Iterable<ProblemCode>): Record<string, unknown> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = problemTexts[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus
          .map((code) => `\`${code}\`: ${problemTexts[code].detail}`)
          .join('\n\n'),
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  );
}

function successResponses(operation: Described, schemas: Record<string, JsonSchema>) {
  return Object.fromEntries(
    Object.entries(operation.responses).map(([status, schema]) => {
      const isEmpty = schema.type === 'void';
      const content = operation.givesFile
        ? fileContent(operation.givesFile)
        : {
            'application/json': { schema: isEmpty ? {} : toJsonSchema(schema, 'output', schemas) },
          };
      return [
        status,
        { description: isEmpty ? 'Done' : operation.summary, ...(isEmpty ? {} : { content }) },
      ];
    }),
  );
}

function fileContent(types: readonly string[]) {
  const schema = { type: 'string', format: 'binary' };
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function requestBody(operation: Described, schemas: Record<string, JsonSchema>) {
  if (operation.takesFile) {
    return { requestBody: { required: true, content: fileContent(operation.takesFile) } };
  }
  if (!operation.body) return {};
  const schema = toJsonSchema(operation.body, 'input', schemas);
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

const tags = {
  session: 'Logging in and out',
  sessions: 'Who is logged in',
  password: 'The shop password',
  shop: 'The shop and how the product is set up',
  overview: 'Counts',
  repairs: 'Repairs, from intake to pick-up',
  photos: 'Photos of watches',
  clients: 'The directory',
  technicians: 'Who repairs',
  estimates: 'Prices texted to customers and their answers',
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
  const noun = path.split('/')[2] ?? '';
  if (!(noun in tags)) throw new Error(`No tag describes ${path}`);
  return noun as keyof typeof tags;
}

/** Builds the document from the contract. */
export function openApiDocument(version: string): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = { Problem: problemSchema };
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, operation] of Object.entries(operations) as [string, Described][]) {
    const unchanged = operation.hasRevision
      ? { '304': { description: 'Unchanged since the revision in If-None-Match' } }
      : {};
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        operationId: name,
        summary: operation.summary,
        tags: [tagOf(operation.path)],
        security: operation.isPublic ? [] : [{ session: [] }],
        parameters: [
          ...parameters('path', operation.params, schemas),
          ...parameters('query', operation.query, schemas),
          ...(operation.takesVersion ? [versionParameter] : []),
        ],
        ...requestBody(operation, schemas),
        responses: {
          ...successResponses(operation, schemas),
          ...unchanged,
          ...problemResponses(operation),
        },
      },
    };
  }
  paths['/api/events'] = { get: eventsOperation };
  paths['/healthz'] = { get: healthOperation('isAlive', 'Whether the process answers', false) };
  paths['/readyz'] = { get: healthOperation('isReady', 'Whether it can also serve', true) };
  return {
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
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'shop_session',
          description:
            'Called `__Host-shop_session` where the shop is reached over https. Beside it a login gives `shop_device`, by which the browser is known at its next login: it opens nothing',
        },
      },
    },
  };
}

function healthOperation(operationId: string, summary: string, canFail: boolean): OpenApiOperation {
  const schema = {
    type: 'object',
    properties: {
      status: { type: 'string' },
      ...(canFail ? { database: { type: 'string' }, photos: { type: 'string' } } : {}),
    },
    required: ['status'],
  };
  const content = { 'application/json': { schema } };
  return {
    operationId,
    summary,
    tags: ['health'],
    security: [],
    parameters: [],
    responses: {
      '200': { description: 'It does', content },
      ...(canFail ? { '503': { description: 'It does not', content } } : {}),
      ...refusals(['headers-too-large']),
    },
  };
}

const eventsOperation: OpenApiOperation = {
  operationId: 'followChanges',
  summary: 'Live changes as server-sent events; resumes from Last-Event-ID',
  tags: ['events'],
  security: [{ session: [] }],
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      schema: { type: 'string' },
      description: 'The last revision that the reader has seen',
    },
  ],
  responses: {
    '200': {
      description:
        '`change` events, each with a Change as data; `reset` when all should be fetched anew',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    ...refusals(['not-logged-in', 'cross-site', 'headers-too-large', 'unavailable']),
  },
};
