import { z } from 'zod';
import { type OperationName, operations } from '../../domain/api.ts';

/** A field of a call's body, or a part of one, as the contract describes it to the outside. */
export interface ContractField {
  /** With what it is in, as refusals name it, e.g. `staff.0.name`. */
  name: string;
  type: 'string' | 'number' | 'boolean' | 'object' | 'array';
  isRequired: boolean;
  isNullable: boolean;
  maxLength: number | null;
}

interface FieldSchema {
  type?: string | string[];
  anyOf?: FieldSchema[];
  maxLength?: number;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  items?: FieldSchema;
}

export const operationsWithBody = (Object.keys(operations) as OperationName[]).filter(
  (name) => 'body' in operations[name],
);

function typesOf(schema: FieldSchema): string[] {
  const types = [schema.type ?? [], ...(schema.anyOf ?? []).map(typesOf)].flat();
  return types.map((type) => (type === 'integer' ? 'number' : type));
}

/** Of a schema, or of the one of its alternatives that has it. */
function factOf<Name extends keyof FieldSchema>(schema: FieldSchema, name: Name) {
  return [schema, ...(schema.anyOf ?? [])].find((one) => one[name] !== undefined)?.[name];
}

/** A field with everything that is in it. */
function withParts(name: string, schema: FieldSchema, isRequired: boolean): ContractField[] {
  const types = typesOf(schema);
  const type = (['string', 'number', 'boolean', 'object', 'array'] as const).find((one) =>
    types.includes(one),
  );
  if (type === undefined) throw new Error(`${name} is of no type known here`);
  const field = {
    name,
    type,
    isRequired,
    isNullable: types.includes('null'),
    maxLength: factOf(schema, 'maxLength') ?? null,
  };
  const item = factOf(schema, 'items');
  const required = factOf(schema, 'required') ?? [];
  return [
    field,
    ...(item === undefined ? [] : withParts(`${name}.0`, item, false)),
    ...Object.entries(factOf(schema, 'properties') ?? {}).flatMap(([part, inner]) =>
      withParts(`${name}.${part}`, inner, required.includes(part)),
    ),
  ];
}

/** A body with something else at one place in it; whatever should contain that place is created if missing. */
export function bodyWith(
  body: Readonly<Record<string, unknown>>,
  name: string,
  ...value: readonly unknown[]
): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>;
  const path = name.split('.');
  const last = path.pop() ?? '';
  let place = copy;
  for (const [at, part] of path.entries()) {
    place[part] ??= (path[at + 1] ?? last) === '0' ? [] : {};
    place = place[part] as Record<string, unknown>;
  }
  if (value.length === 0) delete place[last];
  else [place[last]] = value;
  return copy;
}

export function fieldsOf(name: OperationName): ContractField[] {
  const operation: { path: string; body?: z.ZodType } = operations[name];
  if (!operation.body) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(operation.body, {
    io: 'input',
    unrepresentable: 'any',
  }) as { properties?: Record<string, FieldSchema>; required?: string[] };
  return Object.entries(properties).flatMap(([field, schema]) =>
    withParts(field, schema, required.includes(field)),
  );
}

/** Characters that nobody types and that deceive readers. */
const unprintable: Record<string, string> = {
  'a NUL': 'a\0b',
  'a bell': 'a\u0007b',
  'an escape sequence': '\u001b[31mred',
  'a control character of the upper half': 'a\u0085b',
  'half a surrogate': 'a\ud800b',
  'the other half of a surrogate': '\udc00',
  'a mark that reverses the reading direction': 'a\u202Eb',
};

/** Text that looks dangerous or strange, but is a real name or a real request. */
export const legitimateTexts: Record<string, string> = {
  emoji: 'Zoë 🕰️👩🏽‍🔧',
  'right-to-left': 'عمر الشريف',
  'mixed directions': 'Omega عمر 42',
  'another script': '李小龍',
  markup: '<b onclick="x()">Bob</b> & Söhne',
  'a query': "Robert'); drop table clients;--",
  'characters that searches interpret': '100% _ \\ * ?',
  'characters that templates interpret': '{{7*7}} #{1+1} <%= 1 %> $& $1',
  'what looks like null': 'null',
  'what looks like a number': '007',
  'a name that every object has': '__proto__',
};

const wrongTypes: Record<ContractField['type'], unknown[]> = {
  string: [5, 0, true, false, [], ['a'], {}, { a: 1 }, { toString: 'a' }],
  number: ['5', 'five', true, [], [5], {}, { valueOf: 5 }],
  boolean: ['true', 1, 0, [], {}],
  object: [5, 'a', true, []],
  array: [5, 'a', true, {}],
};

export interface BadValue {
  what: string;
  /** Put into the body; left out of it if absent. */
  value?: unknown;
}

export function badValuesFor(
  field: ContractField,
  facts: { takesAnyCharacter: boolean; takesLessThanZero: boolean },
): BadValue[] {
  const values: BadValue[] = wrongTypes[field.type].map((value) => ({
    what: `${JSON.stringify(value)} instead of a ${field.type}`,
    value,
  }));
  if (field.isRequired) values.push({ what: 'nothing' });
  if (!field.isNullable) values.push({ what: 'null', value: null });
  if (field.type === 'number') {
    values.push({ what: 'far too much', value: 1e21 });
    if (!facts.takesLessThanZero) values.push({ what: 'less than zero', value: -0.01 });
  }
  if (field.type !== 'string') return values;
  const { maxLength } = field;
  if (maxLength !== null) {
    values.push({ what: 'one character too many', value: 'x'.repeat(maxLength + 1) });
    values.push({ what: 'far too much text', value: 'é'.repeat(50_000) });
  }
  if (!facts.takesAnyCharacter) {
    if (field.isRequired) {
      for (const blank of ['', '   ', '\t\n', '\u200b\u2060']) {
        values.push({ what: `blank ${JSON.stringify(blank)}`, value: blank });
      }
    }
    for (const [what, value] of Object.entries(unprintable)) values.push({ what, value });
  }
  return values;
}
