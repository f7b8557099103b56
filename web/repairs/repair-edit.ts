import type { Input } from '../../domain/api.ts';
import { mapFields } from '../../domain/field-list.ts';
import { formatDollars, parsePrice } from '../../domain/money.ts';
import {
  type RepairFieldName,
  type RepairValues,
  repairFieldNames,
  repairFields,
} from '../../domain/repair-fields.ts';

/** What stands in the fields of a form about a repair: text, as it was typed. */
export type TypedRepair = Record<RepairFieldName, string>;

export const blankRepair: TypedRepair = mapFields(repairFields, () => '');

/** A repair's fields as a user would have typed them. */
export function typedOf(repair: RepairValues): TypedRepair {
  return mapFields(repairFields, (_field, name) => {
    const value = repair[name];
    return typeof value === 'number' ? formatDollars(Math.round(value * 100)) : (value ?? '');
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

const plainNumber = /^-?\$?\s*-?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/;

/**
 * What stands in a price field → what the contract's schema checks, so that the message is the
 * schema's: dollars; null for an empty field; a number that is no price as that number ("must be 0
 * or more"); anything else as the text that it is ("must be a number").
 */
export function typedPrice(typed: string): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  const dollars = parsePrice(text);
  if (dollars !== null) return dollars;
  if (!plainNumber.test(text) || !/\d/.test(text)) return text;
  return Number(text.replace(/[$,\s]/g, ''));
}
