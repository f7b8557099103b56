import { maxDecimals } from './bench-figures.ts';

/** What counts as a valid bench value, for forms, pasted cells and the server alike. */

export interface NumberRule {
  /** At the beginning of a sentence. */
  label: string;
  least: number;
  most: number;
  decimals: number;
}

const decimals = maxDecimals;

export const readingRules = {
  rate: { label: 'Rate', least: -999.9, most: 999.9, decimals },
  amplitude: { label: 'Amplitude', least: 0, most: 360, decimals },
  beatError: { label: 'Beat error', least: 0, most: 9.9, decimals },
} as const satisfies Readonly<Record<string, NumberRule>>;
export type ReadingName = keyof typeof readingRules;
export const readingNames = Object.keys(readingRules) as readonly ReadingName[];

export const timingRules = {
  liftAngle: { label: 'Lift angle', least: 10, most: 90, decimals: 1 },
  beatsPerHour: { label: 'Beats per hour', least: 3600, most: 72_000, decimals: 0 },
} as const satisfies Readonly<Record<string, NumberRule>>;

export const quartzRules = {
  consumption: { label: 'Consumption', least: 0, most: 9999.9, decimals },
  battery: { label: 'Battery', least: 0, most: 9.999, decimals },
  rate: { label: 'Rate', least: -999.9, most: 999.9, decimals },
} as const satisfies Readonly<Record<string, NumberRule>>;

export const stepRules = {
  pressure: { label: 'Pressure', least: -0.9, most: 125, decimals },
  reading: { label: 'Reading', least: -9999.9, most: 9999.9, decimals },
  limit: { label: 'Limit', least: 0, most: 9999.9, decimals },
  temperature: { label: 'Temperature', least: 0, most: 100, decimals: 1 },
} as const satisfies Readonly<Record<string, NumberRule>>;

const plain = (value: number) => value.toLocaleString('en-US').replace('-', '−');

/** The message for anything that isn't such a number. */
export function numberRefusal({ label, least, most, decimals: places }: NumberRule): string {
  if (places === 0) return `${label} must be a whole number from ${plain(least)} to ${plain(most)}`;
  const fewDecimals = places === 1 ? 'at most one decimal' : `at most ${places} decimals`;
  return `${label} must be a number from ${plain(least)} to ${plain(most)} with ${fewDecimals}`;
}

/** Whether a value follows its rule. */
export function isWithin(rule: NumberRule, value: unknown): value is number {
  if (typeof value !== 'number' || !(value >= rule.least && value <= rule.most)) return false;
  const [, places = ''] = String(value).split('.');
  // Tiny numbers are written with an exponent.
  return places.length <= rule.decimals && !String(value).includes('e');
}

/** How people and instruments write "not measurable". */
const blanks = ['', '-', '–', '—', '--', '---', 'n/a'];

const decimal = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;

const unit = /\s*(s\/d|s\/m(onth)?|ms|[µu]A|V|bar|[µu]m|%|°C?)$/i;

/**
 * A cell's text → what the checks expect: a number; null if empty; the text itself if it isn't a
 * number. A decimal comma, a true minus sign and the unit are understood.
 */
export function typedNumber({ decimals: places }: NumberRule, typed: string): unknown {
  const text = typed
    .trim()
    .replace(/[−‒]/g, '-')
    .replace(/^([+-])\s+/, '$1')
    .replace(unit, '');
  if (blanks.includes(text.toLowerCase())) return null;
  // Whole numbers may have their thousands separated.
  const digits = places === 0 ? text.replace(/,(?=\d{3}$)/, '') : text.replace(',', '.');
  // Adding 0 turns -0 into 0.
  return decimal.test(digits) ? Number(digits) + 0 : typed.trim();
}

/** @returns what is wrong with what was typed; null for nothing */
export function typedFault(rule: NumberRule, typed: string): string | null {
  const value = typedNumber(rule, typed);
  return value === null || isWithin(rule, value) ? null : numberRefusal(rule);
}

/** A stored value as the text of a form's field. */
export const typedText = (value: number | null): string => (value === null ? '' : String(value));
