import type { Input } from '../../domain/api.ts';
import { mapFields } from '../../domain/field-list.ts';
import { formatPrice } from '../../domain/money.ts';
import {
  type RepairFieldName,
  type RepairValues,
  repairFieldNames,
  repairFields,
} from '../../domain/repair-fields.ts';
import { typedPrice } from '../intake/typed-price.ts';

/** What stands in the fields of a form about a repair: text, as it was typed. */
export type TypedRepair = Record<RepairFieldName, string>;

export const blankRepair: TypedRepair = mapFields(repairFields, () => '');

/** A repair's fields as a user would have typed them. */
export function typedOf(repair: RepairValues): TypedRepair {
  return mapFields(repairFields, (_field, name) => {
    const value = repair[name];
    return typeof value === 'number' ? formatPrice(value).slice(1) : (value ?? '');
  });
}

/** What was typed into a field, as the contract's schema checks it. */
export const readTyped = (name: RepairFieldName, text: string) =>
  repairFields[name].kind === 'price' ? typedPrice(text) : text;

/**
 * The call's body, before its check. Only what was changed is sent: of two people who correct
 * different fields neither undoes the other.
 */
export function editOf(
  before: TypedRepair,
  now: TypedRepair,
): Partial<Record<keyof Input<'editRepair', 'body'>, unknown>> {
  const changed = repairFieldNames.filter((name) => before[name].trim() !== now[name].trim());
  return Object.fromEntries(changed.map((name) => [name, readTyped(name, now[name])]));
}
