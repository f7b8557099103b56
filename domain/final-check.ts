import { isolated } from './isolated.ts';

/**
 * The shop's own final check: lines that it writes in its settings, and boxes that are ticked when a
 * repair is completed. A box that is left alone is stored as not checked. Without lines there is none.
 */

export const mostCheckLines = 10;

export interface CheckedLine {
  /** As the shop had it when the repair was completed. */
  line: string;
  isChecked: boolean;
}

/** Every line of the shop, not checked: what is stored where nobody ticked any. */
export const uncheckedLines = (lines: readonly string[]): CheckedLine[] | null =>
  lines.length === 0 ? null : lines.map((line) => ({ line, isChecked: false }));

const isLine = (value: unknown): value is CheckedLine =>
  typeof value === 'object' && value !== null && 'line' in value && 'isChecked' in value;

/** What the history says; nothing where there was no check. @param checked as an event stores it */
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

/** As a cell of an export: a line for each. */
export const finalCheckText = (lines: readonly CheckedLine[] | null): string | null =>
  lines?.map(({ line, isChecked }) => `${line}: ${isChecked ? 'yes' : 'no'}`).join('\n') ?? null;
