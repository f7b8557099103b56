import type { Input } from '../../../domain/api.ts';
import { mapFields, readTyped, typedText } from '../../../domain/field-list.ts';
import {
  type RepairFieldName,
  type RepairValues,
  repairFieldNames,
  repairFields,
} from '../../../domain/repair-fields.ts';
import { totalOf, typedFrom } from '../../../domain/tax.ts';
import { priceModeNow } from '../shop-settings.ts';

/** What is in the fields of a form about a repair: text, as it was typed. */
export type TypedRepair = Record<RepairFieldName, string>;

export const blankRepair: TypedRepair = mapFields(repairFields, () => '');

/** The field shown as the shop states its prices; what is stored is what the customer pays. */
const stated: RepairFieldName = 'repairPrice';

/** A repair's fields as a user would have typed them. */
export const typedOf = (repair: RepairValues): TypedRepair =>
  mapFields(repairFields, (field, name) => {
    const value = repair[name];
    const isStated = name === stated && typeof value === 'number';
    return typedText(field, isStated ? typedFrom(value, priceModeNow()) : value);
  });

/** A field as typed → the value that the contract's schema checks. */
export function readField(name: RepairFieldName, typed: string): unknown {
  const value = readTyped(repairFields[name], typed);
  return name === stated && typeof value === 'number' ? totalOf(value, priceModeNow()) : value;
}

/**
 * The call's body, before its check. Only what was changed is sent: of two people who correct
 * different fields neither undoes the other.
 */
export function editOf(
  before: TypedRepair,
  now: TypedRepair,
): Partial<Record<keyof Input<'editRepair', 'body'>, unknown>> {
  const changed = repairFieldNames.filter((name) => before[name].trim() !== now[name].trim());
  return Object.fromEntries(changed.map((name) => [name, readField(name, now[name])]));
}
