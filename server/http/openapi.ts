import { z } from 'zod';
import { type OperationName, type Operations, operations } from '../../domain/api.ts';
import type { Operation } from '../../domain/api-operation.ts';
import { type ProblemCode, problemTexts } from '../../domain/problems.ts';
import { mapTicketTables, ticketTableNames } from '../../domain/ticket-tables.ts';

/** The contract as an OpenAPI 3.1 document: its schemas are zod's own JSON Schema. */

type JsonSchema = z.core.JSONSchema.BaseSchema;
export type Content = Record<string, { schema: JsonSchema }>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  description?: string;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: (keyof typeof tags)[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const shapes = '#/components/schemas/';
/** What comes out of a transform is described as anything. */
const options = { unrepresentable: 'any' } as const;

/** A shape with an id is a reference to the document's own. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  // Inside another, because zod spells out a shape that is not nested.
  const { properties } = z.toJSONSchema(z.object({ inner: schema }), { ...options, io });
  return JSON.parse(JSON.stringify(properties?.inner).replaceAll('#/$defs/', shapes));
}

/** Every shape with an id. */
function namedShapes(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...options, uri: (id) => shapes + id });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]),
  );
}

const problemSchema = z
  .looseObject({
    type: z.string().describe('Where the error code is documented'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    code: z.enum(Object.keys(problemTexts)),
    errors: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem', description: 'A refusal (RFC 9457)' });

const file = z.string().meta({ format: 'binary' });

const content = (types: readonly string[], schema: JsonSchema): Content =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

const answer = (description: string, types: readonly string[], schema: z.ZodType) => ({
  description,
  content: content(types, jsonSchema(schema, 'output')),
});

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description,
});

const initialsHeader = header(
  'X-Staff-Initials',
  'The initials of the staff member, percent-encoded, as listed in the settings: shown in the history. Any others are ignored',
);
const versionHeader = header(
  'If-Match',
  'The `updatedAt` that was read, in quotes. If it has changed, refused with 412 and what is stored now. Without it nothing is compared',
);

function parametersIn(place: 'path' | 'query', schema: z.ZodType | undefined): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as JsonSchema;
    const isRequired = required.includes(name);
    return {
      name,
      in: place,
      required: isRequired,
      schema: rest,
      ...(description && { description }),
    };
  });
}

const problemContent = content(['application/problem+json'], jsonSchema(problemSchema, 'output'));

/** Refusals by their status, each with its words. */
function refusals(codes: Iterable<ProblemCode>): OpenApiOperation['responses'] {
  const lines: Record<number, string[]> = {};
  for (const code of new Set(codes)) {
    const { status, detail } = problemTexts[code];
    lines[status] = [...(lines[status] ?? []), `\`${code}\`: ${detail}`];
  }
  return Object.fromEntries(
    Object.entries(lines).map(([status, ofStatus]) => [
      status,
      { description: ofStatus.join('\n\n'), content: problemContent },
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
  // Looked at even if no body is asked for.
  ...(operation.method === 'GET'
    ? []
    : (['bad-request', 'unsupported-media-type', 'payload-too-large'] as const)),
  'shop-restoring',
  'headers-too-large',
  'unavailable',
];

function described(operationId: string, operation: Operation): OpenApiOperation {
  const { method, summary, params, query, body, takesFile, givesFile, isPublic } = operation;
  const views = Object.values(operation.views ?? {});
  const success = Object.entries(operation.responses).map(([status, schema]) => [
    status,
    schema.type === 'void'
      ? { description: 'Done' }
      : answer(
          summary,
          givesFile ?? ['application/json'],
          givesFile ? file : views.length > 0 ? z.union([schema, ...views]) : schema,
        ),
  ]);
  const given = takesFile ? file : body;
  return {
    operationId,
    summary,
    tags: [tagOf(operation.path)],
    security: isPublic ? [] : [{ session: [] }],
    parameters: [
      ...parametersIn('path', params),
      ...parametersIn('query', query),
      ...(operation.takesVersion ? [versionHeader] : []),
      ...(method !== 'GET' && !isPublic ? [initialsHeader] : []),
    ],
    ...(given && {
      requestBody: {
        required: true,
        content: content(takesFile ?? ['application/json'], jsonSchema(given, 'input')),
      },
    }),
    responses: {
      ...Object.fromEntries(success),
      ...(operation.hasRevision && {
        304: { description: 'Unchanged since the revision in If-None-Match' },
      }),
      ...refusals(problemsOf(operation)),
    },
  };
}

/** What an address begins with: `repairs` of `/api/repairs/{ticketNumber}`. */
type NounOf<Path extends string> = Path extends `/api/${infer Noun}/${string}`
  ? Noun
  : Path extends `/api/${infer Noun}`
    ? Noun
    : never;

const tags = {
  session: 'Logging in and out',
  sessions: 'Who is logged in',
  password: 'The shop password',
  shop: 'The shop and how the product is set up',
  settings: 'The shop’s settings',
  texting: 'The account for real texts',
  overview: 'Counts',
  repairs: 'Repairs, from intake to pickup',
  'hand-overs': 'Watches that leave the shop together, with what is paid for them',
  clients: 'The directory',
  technicians: 'The technicians',
  estimates: 'Prices given to customers, and their answers',
  ...mapTicketTables(({ about }) => about),
  money: 'Sums of payments by day',
  'closed-days': 'Closed days, with the cash that was counted',
  deleted: 'What was deleted and can be restored',
  watches: 'Watches, once staff have recognized them',
  messages: 'Texts in and out',
  attention: 'What staff should look at',
  functions: 'The text functions',
  simulator: 'The simulated phone',
  backups: 'Backups of all data and photos',
  events: 'Live changes',
  export: 'All data as files',
  imports: 'Clients and repairs from another program’s file',
  health: 'Whether it is alive and can serve',
} satisfies Record<NounOf<Operations[OperationName]['path']> | 'events' | 'health', string>;

function tagOf(path: string): keyof typeof tags {
  if (path.includes('/photos/')) return 'photos';
  const parts = path.split('/');
  return (ticketTableNames.find((name) => parts.includes(name)) ?? parts[2]) as keyof typeof tags;
}

function health(operationId: string, summary: string, canFail: boolean): OpenApiOperation {
  const part = z.string().optional();
  const parts = canFail ? { database: part, photos: part } : {};
  const schema = z.looseObject({ status: z.string(), ...parts });
  return {
    operationId,
    summary,
    tags: ['health'],
    security: [],
    parameters: [],
    responses: {
      200: answer('Yes', ['application/json'], schema),
      ...(canFail && { 503: answer('No', ['application/json'], schema) }),
      ...refusals(['headers-too-large']),
    },
  };
}

const followChanges: OpenApiOperation = {
  operationId: 'followChanges',
  summary: 'Live changes as server-sent events; resumes from Last-Event-ID',
  tags: ['events'],
  security: [{ session: [] }],
  parameters: [header('Last-Event-ID', 'The last revision that the reader has seen')],
  responses: {
    200: answer(
      '`change` events, each with a Change as data; `reset` when everything should be fetched again',
      ['text/event-stream'],
      z.string(),
    ),
    ...refusals(['not-logged-in', 'cross-site', 'headers-too-large', 'unavailable']),
  },
};

export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, OpenApiOperation>> = {
    '/api/events': { get: followChanges },
    '/healthz': { get: health('isAlive', 'Whether the process answers', false) },
    '/readyz': { get: health('isReady', 'Whether it can also serve', true) },
  };
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: described(name, operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Watch repair back office',
      version,
      description:
        'One origin, JSON in and out, times in ISO 8601 UTC, money in dollars with at most 2 decimals. Every call but login, logout, health and the public addresses of photos needs the session cookie.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: namedShapes(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'shop_session',
          description:
            'Called `__Host-shop_session` if the shop is reached over https. A login also sets `shop_device`, which identifies the browser at its next login and grants no access',
        },
      },
    },
  };
}
