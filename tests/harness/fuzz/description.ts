import { z } from 'zod';

/** The routes as the product's own OpenAPI document tells them: nothing here knows them by itself. */

export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

interface Described {
  operationId: string;
  security: unknown[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** What may come back: for each status the content types, and what a body must look like. */
interface Promised {
  contentTypes: string[];
  /** null for files, of which the description says no more than their type. */
  check: ((body: unknown) => string | null) | null;
}

export interface Route {
  name: string;
  method: string;
  path: string;
  isPublic: boolean;
  parameters: Parameter[];
  /** The schema of a JSON body; 'file' for bytes; null for none. */
  body: JsonSchema | 'file' | null;
  /** null where there is no body. */
  answers: ReadonlyMap<number, Promised | null>;
}

/** References within the document become references within one schema. */
function selfContained(schema: JsonSchema, document: OpenApiDocument): Record<string, unknown> {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'));
}

function checkOf(schema: JsonSchema, document: OpenApiDocument): NonNullable<Promised['check']> {
  let made: z.ZodType | null = null;
  return (body) => {
    made ??= z.fromJSONSchema(selfContained(schema, document));
    const checked = made.safeParse(body);
    return checked.success ? null : z.prettifyError(checked.error);
  };
}

function promised(content: Record<string, { schema: JsonSchema }>, document: OpenApiDocument) {
  const contentTypes = Object.keys(content);
  const [[contentType, { schema }] = ['', { schema: {} }], ...others] = Object.entries(content);
  const isJson = others.length === 0 && /^application\/(problem\+)?json$/.test(contentType);
  return { contentTypes, check: isJson ? checkOf(schema, document) : null };
}

export function routesOf(document: OpenApiDocument): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Route => {
      const { operationId, security, parameters, requestBody, responses } = operation;
      const json = requestBody?.content['application/json']?.schema;
      return {
        name: operationId,
        method: method.toUpperCase(),
        path,
        isPublic: security.length === 0,
        parameters,
        body: json ?? (requestBody === undefined ? null : 'file'),
        answers: new Map(
          Object.entries(responses).map(([status, { content }]) => [
            Number(status),
            content === undefined ? null : promised(content, document),
          ]),
        ),
      };
    }),
  );
}
