import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type OperationName, operations } from '../../../domain/api.ts';
import { clientSchema, repairSchema } from '../../../domain/api-answers.ts';
import { type ProblemCode, problemTexts } from '../../../domain/problems.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';

interface Described {
  operationId: string;
  summary: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
}

const names = Object.keys(operations) as OperationName[];

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' ? [String(inner)] : referencesIn(inner),
  );
}

describe('the description of the interface', () => {
  let shop: RunningApp;
  let document: Document;
  beforeAll(async () => {
    shop = await startApp('sqlite');
    document = (await shop.staff.send('GET', '/api/openapi.json')).json() as Document;
    return () => shop.close();
  });

  const described = (name: OperationName): Described => {
    const { method, path } = operations[name];
    const found = document.paths[path]?.[method.toLowerCase()];
    if (!found) throw new Error(`${name} is not described`);
    return found;
  };

  it('is an OpenAPI 3.1 document with the version of the product', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ version: '1.2.3' });
  });

  it.each(names)('has %s with its input, its answers and its refusals', (name) => {
    const operation: {
      params?: z.ZodObject;
      query?: z.ZodObject;
      body?: unknown;
      takesFile?: readonly string[];
      isPublic?: true;
      hasRevision?: true;
      responses: object;
      problems?: readonly ProblemCode[];
    } = operations[name];
    const found = described(name);
    expect(found.operationId).toBe(name);
    expect(found.security).toEqual(operation.isPublic ? [] : [{ session: [] }]);
    const inPath = [...operations[name].path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
    const parameters = (place: string) => found.parameters.filter((given) => given.in === place);
    expect(parameters('path').map((given) => given.name)).toEqual(inPath);
    for (const [place, schema] of [
      ['path', operation.params],
      ['query', operation.query],
    ] as const) {
      const needed = Object.entries(schema?.shape ?? {}).map(([key, one]) => [
        key,
        !one.safeParse(undefined).success,
      ]);
      expect(parameters(place).map((given) => [given.name, given.required])).toEqual(needed);
    }
    const statuses = Object.keys(found.responses);
    expect(statuses).toEqual(expect.arrayContaining(Object.keys(operation.responses)));
    expect(statuses.includes('304')).toBe(operation.hasRevision === true);
    for (const code of operation.problems ?? []) {
      expect(found.responses[problemTexts[code].status]?.description).toContain(`\`${code}\``);
    }
    if (!operation.isPublic) expect(found.responses[401]?.description).toContain('not-logged-in');
    const bodyTypes = operation.takesFile ?? (operation.body ? ['application/json'] : []);
    expect(Object.keys(found.requestBody?.content ?? {})).toEqual(bodyTypes);
  });

  it('names the fields of a shape, its id among them', () => {
    const { Repair, Client } = document.components.schemas as Record<
      string,
      { properties: object }
    >;
    expect(Object.keys(Repair?.properties ?? {})).toEqual(Object.keys(repairSchema.shape));
    expect(Object.keys(Client?.properties ?? {})).toEqual(Object.keys(clientSchema.shape));
  });

  it('resolves every reference', () => {
    const references = referencesIn(document);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      const name = reference.replace('#/components/schemas/', '');
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Repair', 'Estimate', 'Client', 'Message', 'Problem', 'Overview']),
    );
  });

  it('can be read as a page, with every call, shape and refusal', async () => {
    const reply = await shop.staff.send('GET', '/api/docs');
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const name of names) expect(reply.text).toContain(`id="${name}"`);
    for (const code of Object.keys(problemTexts)) {
      expect(reply.text).toContain(`id="problem-${code}"`);
    }
    expect(reply.text).toContain('id="schema-Repair"');
    // The strict content policy allows neither.
    expect(reply.text).not.toMatch(/<script|style="/);
    const styles = await shop.staff.send('GET', '/api/docs.css');
    expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(styles.status).toBe(200);
  });
});
