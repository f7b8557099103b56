import type { Input } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { formatPrice } from '../../domain/money.ts';
import { typedPrice } from '../intake/typed-price.ts';

/** What stands in the fields of a repair that is being corrected: text, as it was typed. */
export interface EditFields {
  watchBrand: string;
  watchModel: string;
  serialNumber: string;
  issue: string;
  repairPrice: string;
  priceNotes: string;
}

export const editFieldNames = [
  'watchBrand',
  'watchModel',
  'serialNumber',
  'issue',
  'repairPrice',
  'priceNotes',
] as const satisfies readonly (keyof EditFields)[];

export const editFieldLabels: Record<keyof EditFields, string> = {
  watchBrand: 'Watch brand',
  watchModel: 'Watch model',
  serialNumber: 'Serial number',
  issue: 'Request',
  repairPrice: 'Repair price',
  priceNotes: 'Price notes',
};

export function editFieldsOf(repair: Repair): EditFields {
  const { watchBrand, watchModel, issue, repairPrice } = repair;
  return {
    watchBrand,
    watchModel,
    serialNumber: repair.serialNumber ?? '',
    issue,
    repairPrice: repairPrice === null ? '' : formatPrice(repairPrice).slice(1),
    priceNotes: repair.priceNotes ?? '',
  };
}

/**
 * The call's body, before its check. Only what was changed is sent: of two people who correct
 * different fields neither undoes the other.
 */
export function editOf(
  before: EditFields,
  now: EditFields,
): Partial<Record<keyof Input<'editRepair', 'body'>, unknown>> {
  const changed = editFieldNames.filter((name) => before[name].trim() !== now[name].trim());
  return Object.fromEntries(
    changed.map((name) => [name, name === 'repairPrice' ? typedPrice(now[name]) : now[name]]),
  );
}
