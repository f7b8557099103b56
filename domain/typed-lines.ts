import { dollarsFromCents, parsePrice, typedPrice } from './money.ts';
import { linesInput } from './price-line-schema.ts';
import {
  type EstimateLine,
  type LineKind,
  lineCents,
  linesFault,
  sumOfLines,
} from './price-lines.ts';
import type { Preset } from './shop-settings.ts';
import type { PriceMode } from './tax.ts';

/** Lines while they are typed: numbers stay text, so that nothing typed is lost. */

export interface TypedLine {
  /** Identifies it while others are added and removed. */
  id: string;
  kind: LineKind;
  description: string;
  quantity: string;
  unitPrice: string;
  isTaxable: boolean;
  warrantyDays: string;
}

export type LinePart = Exclude<keyof TypedLine, 'id'>;

export const blankLine = (id: string): TypedLine => ({
  id,
  kind: 'labor',
  description: '',
  quantity: '1',
  unitPrice: '',
  isTaxable: true,
  warrantyDays: '',
});

const daysOrBlank = (days: number | null) => (days === null ? '' : String(days));

export const typedLine = (id: string, line: EstimateLine): TypedLine => ({
  ...line,
  id,
  quantity: String(line.quantity),
  unitPrice: line.unitPrice.toFixed(2),
  warrantyDays: daysOrBlank(line.warrantyDays),
});

export const presetLine = (
  id: string,
  { name, kind, price, isTaxable, warrantyDays }: Preset,
): TypedLine => ({
  id,
  kind,
  description: name,
  quantity: '1',
  unitPrice: price.toFixed(2),
  isTaxable,
  warrantyDays: daysOrBlank(warrantyDays),
});

/** Anything that isn't a number stays text, and the check refuses it. */
function numberIn(typed: string, pattern: RegExp): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  return pattern.test(text) ? Number(text) : text;
}

const readLine = ({ id: _, ...line }: TypedLine) => ({
  ...line,
  quantity: numberIn(line.quantity, /^(\d+\.?\d*|\.\d+)$/),
  unitPrice: typedPrice(line.unitPrice),
  warrantyDays: numberIn(line.warrantyDays, /^\d+$/),
});

/** Faults by the line's id and part; `lines` for all of them together. */
export type LineFaults = Readonly<Record<string, string>>;

export const partOf = (id: string, part: LinePart): string => `${id} ${part}`;

/** @returns the lines and what the customer pays in dollars, or the faults */
export function checkLines(
  typed: readonly TypedLine[],
  mode: PriceMode,
): { lines: EstimateLine[]; dollars: number } | { faults: LineFaults } {
  const read = linesInput.safeParse(typed.map(readLine));
  if (!read.success) {
    const faults: Record<string, string> = {};
    for (const { path, message } of read.error.issues) {
      const line = typed[Number(path[0])];
      const at = line ? partOf(line.id, (path[1] ?? 'description') as LinePart) : 'lines';
      faults[at] ??= message;
    }
    return { faults };
  }
  const lines = read.data ?? [];
  const fault = linesFault(lines, mode);
  if (fault !== null) return { faults: { lines: fault } };
  return { lines, dollars: dollarsFromCents(sumOfLines(lines, mode).total) };
}

/** A line for the sums while typing: unreadable values count as 0. */
export function countableLine(typed: TypedLine): EstimateLine {
  const quantity = Number(typed.quantity.trim() || Number.NaN);
  return {
    ...typed,
    quantity: Number.isFinite(quantity) ? Math.min(Math.max(quantity, 0), 99) : 0,
    unitPrice: parsePrice(typed.unitPrice) ?? 0,
    warrantyDays: null,
  };
}

/** In dollars, below 0 for a discount. */
export const typedAmount = (typed: TypedLine): number =>
  dollarsFromCents(lineCents(countableLine(typed)));
