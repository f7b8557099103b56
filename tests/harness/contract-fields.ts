import { z } from 'zod';
import { type OperationName, operations } from '../../domain/api.ts';

/** A field of a call's body, as the contract describes it to the outside. */
export interface ContractField {
  name: string;
  type: 'string' | 'number' | 'boolean';
  isRequired: boolean;
  isNullable: boolean;
  maxLength: number | null;
}

interface FieldSchema {
  type?: string | string[];
  anyOf?: FieldSchema[];
  maxLength?: number;
}

export const operationsWithBody = (Object.keys(operations) as OperationName[]).filter(
  (name) => 'body' in operations[name],
);

function typesOf(schema: FieldSchema): string[] {
  const types = [schema.type ?? [], ...(schema.anyOf ?? []).map(typesOf)].flat();
  return types.map((type) => (type === 'integer' ? 'number' : type));
}

function maxLengthOf(schema: FieldSchema): number | null {
  const lengths = [schema, ...(schema.anyOf ?? [])].flatMap(({ maxLength }) => maxLength ?? []);
  return lengths[0] ?? null;
}

export function fieldsOf(name: OperationName): ContractField[] {
  const operation: { path: string; body?: z.ZodType } = operations[name];
  if (!operation.body) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(operation.body, {
    io: 'input',
    unrepresentable: 'any',
  }) as { properties?: Record<string, FieldSchema>; required?: string[] };
  return Object.entries(properties).flatMap(([field, schema]) => {
    const types = typesOf(schema);
    // Documents are refused by their own rules, each part by its path.
    if (types.includes('object') || types.includes('array')) return [];
    const type = (['string', 'number', 'boolean'] as const).find((one) => types.includes(one));
    if (type === undefined) throw new Error(`${name}.${field} is of no type known here`);
    return {
      name: field,
      type,
      isRequired: required.includes(field),
      isNullable: types.includes('null'),
      maxLength: maxLengthOf(schema),
    };
  });
}

/** Characters that nobody types and that deceive readers. */
const unprintable: Record<string, string> = {
  'a NUL': 'a\0b',
  'a bell': 'a\u0007b',
  'an escape sequence': '\u001b[31mred',
  'a control character of the upper half': 'a\u0085b',
  'half a surrogate': 'a\ud800b',
  'the other half of a surrogate': '\udc00',
  'a mark that turns the reading direction': 'a\u202Eb',
};

/** Text that looks dangerous or strange, but is a real name or a real request. */
export const legitimateTexts: Record<string, string> = {
  emoji: 'Zoë 🕰️👩🏽‍🔧',
  'right-to-left': 'عمر الشريف',
  'mixed directions': 'Omega عمر 42',
  'another script': '李小龍',
  markup: '<b onclick="x()">Bob</b> & Söhne',
  'a query': "Robert'); drop table clients;--",
  'signs of searching': '100% _ \\ * ?',
  'signs of templates': '{{7*7}} #{1+1} <%= 1 %> $& $1',
  'what looks like null': 'null',
  'what looks like a number': '007',
  'a name of every object': '__proto__',
};

const wrongTypes: Record<ContractField['type'], unknown[]> = {
  string: [5, 0, true, false, [], ['a'], {}, { a: 1 }, { toString: 'a' }],
  number: ['5', 'five', true, [], [5], {}, { valueOf: 5 }],
  boolean: ['true', 1, 0, [], {}],
};

export interface BadValue {
  what: string;
  /** Put into the body; left out of it where absent. */
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
