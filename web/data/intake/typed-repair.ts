import type { Input } from '../../../domain/api.ts';
import { mapFields, readTyped, typedText } from '../../../domain/field-list.ts';
import {
  type RepairFieldName,
  type RepairValues,
  repairFieldNames,
  repairFields,
} from '../../../domain/repair-fields.ts';

/** What is in the fields of a form about a repair: text, as it was typed. */
export type TypedRepair = Record<RepairFieldName, string>;

export const blankRepair: TypedRepair = mapFields(repairFields, () => '');

/** A repair's fields as a user would have typed them. */
export const typedOf = (repair: RepairValues): TypedRepair =>
  mapFields(repairFields, (field, name) => typedText(field, repair[name]));

/**
 * The call's body, before its check. Only what was changed is sent: of two people who correct
 * different fields neither undoes the other.
 */
export function editOf(
  before: TypedRepair,
  now: TypedRepair,
): Partial<Record<keyof Input<'editRepair', 'body'>, unknown>> {
  const changed = repairFieldNames.filter((name) => before[name].trim() !== now[name].trim());
  return Object.fromEntries(
    changed.map((name) => [name, readTyped(repairFields[name], now[name])]),
  );
}
