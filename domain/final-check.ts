import { isolated } from './isolated.ts';

/**
 * The shop's own final check: lines from its settings, checked off when a repair is completed. A box left
 * alone is stored as not checked. Without lines there is no check.
 */

export const maxCheckLines = 10;

export interface CheckedLine {
  /** As the shop had it when the repair was completed. */
  line: string;
  isChecked: boolean;
}

/** Every line of the shop, unchecked: stored if no one checked any. */
export const uncheckedLines = (lines: readonly string[]): CheckedLine[] | null =>
  lines.length === 0 ? null : lines.map((line) => ({ line, isChecked: false }));

const isLine = (value: unknown): value is CheckedLine =>
  typeof value === 'object' && value !== null && 'line' in value && 'isChecked' in value;

/** The history's lines; none without a final check. @param checked as an event stores it */
export function finalCheckDetails(checked: unknown): string[] {
  const lines = Array.isArray(checked) ? checked.filter(isLine) : [];
  const named = (isChecked: boolean) =>
    lines.filter((one) => one.isChecked === isChecked).map(({ line }) => isolated(line));
  const [done, left] = [named(true), named(false)];
  return [
    ...(done.length > 0 ? [`Final check: ${done.join(', ')}`] : []),
    ...(left.length > 0 ? [`Not checked: ${left.join(', ')}`] : []),
  ];
}

/** As a cell of an export, one line each. */
export const finalCheckText = (lines: readonly CheckedLine[] | null): string | null =>
  lines?.map(({ line, isChecked }) => `${line}: ${isChecked ? 'yes' : 'no'}`).join('\n') ?? null;
