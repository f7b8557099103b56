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

/** Every call that takes a JSON body. */
export const operationsWithBody = (Object.keys(operations) as OperationName[]).filter(
  (name) => 'body' in operations[name],
);

function typesOf(schema: FieldSchema): string[] {
  return [schema.type ?? [], ...(schema.anyOf ?? []).map(typesOf)].flat();
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
  return Object.entries(properties).map(([field, schema]) => {
    const types = typesOf(schema);
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
