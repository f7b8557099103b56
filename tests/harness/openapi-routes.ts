import { z } from 'zod';

export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema }>;

interface Described {
  operationId: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> };
}

export interface Route extends Described {
  method: string;
  path: string;
  problemOf(status: number, contentType: string, text: string): string | null;
}

export function routesOf({ paths, components }: OpenApiDocument): Route[] {
  /** References within the document become references within one schema. */
  const check = (schema: JsonSchema, body: unknown): string | null => {
    const alone = JSON.stringify({ ...schema, $defs: components.schemas });
    const own = JSON.parse(alone.replaceAll('#/components/schemas/', '#/$defs/'));
    const checked = z.fromJSONSchema(own).safeParse(body);
    return checked.success ? null : z.prettifyError(checked.error);
  };
  const routeOf = (path: string, method: string, described: Described): Route => ({
    ...described,
    method: method.toUpperCase(),
    path,
    problemOf: (status, contentType, text) => {
      const answer = described.responses[status];
      if (answer === undefined) return `${status} is not among its answers: ${text.slice(0, 300)}`;
      if (answer.content === undefined) return text === '' ? null : `${status} has a body`;
      const promised = Object.entries(answer.content).find(([type]) =>
        contentType.startsWith(type),
      );
      if (promised === undefined) return `${status} comes as "${contentType}"`;
      const [type, { schema }] = promised;
      // The description says no more about files than their type.
      if (Object.keys(answer.content).length > 1) return null;
      return /^application\/(problem\+)?json$/.test(type) ? check(schema, JSON.parse(text)) : null;
    },
  });
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => routeOf(path, method, described)),
  );
}
