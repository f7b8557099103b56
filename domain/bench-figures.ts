/**
 * Figures computed from the rates and amplitudes of a mechanical watch: exactly, in thousandths, and
 * rounded once, to one decimal, halves away from zero.
 */

export interface Position {
  /** The name on older instruments. */
  older: string;
  words: string;
  isVertical: boolean;
}

/** The six positions in the order in which they are measured. */
export const positions = {
  CH: { older: 'DU', words: 'Dial up', isVertical: false },
  FH: { older: 'DD', words: 'Dial down', isVertical: false },
  '6H': { older: 'CL', words: 'Crown left', isVertical: true },
  '9H': { older: 'CD', words: 'Crown down', isVertical: true },
  '3H': { older: 'CU', words: 'Crown up', isVertical: true },
  '12H': { older: 'CR', words: 'Crown right', isVertical: true },
} as const satisfies Readonly<Record<string, Position>>;
export type PositionName = keyof typeof positions;
export const positionNames = Object.keys(positions) as readonly PositionName[];

/** An instrument's readings in one position; null if it showed none. */
export interface Reading {
  /** Seconds a day. */
  rate: number | null;
  /** Degrees. */
  amplitude: number | null;
  /** Milliseconds. */
  beatError: number | null;
}

/** Only the positions in which something was measured. */
export type Readings = { [Name in PositionName]?: Reading | undefined };

/** Values may have this many decimals. */
export const maxDecimals = 3;

const one = 10 ** maxDecimals;

/** A fraction of whole thousandths. */
interface Exact {
  sum: number;
  count: number;
}

const inThousandths = (value: number) => Math.round(value * one);

/** To one decimal, halves away from zero. */
function rounded({ sum, count }: Exact): number {
  const tenth = (one / 10) * count;
  const tenths = Math.floor((2 * Math.abs(sum) + tenth) / (2 * tenth));
  // Adding 0 turns -0 into 0.
  return (Math.sign(sum) * tenths) / 10 + 0;
}

/** A value as shown: to one decimal, halves away from zero. */
export const toOneDecimal = (value: number): number =>
  rounded({ sum: inThousandths(value), count: 1 });

const meanOf = (values: readonly number[]): Exact => ({
  sum: values.reduce((sum, value) => sum + inThousandths(value), 0),
  count: values.length,
});

const less = (from: Exact, what: Exact): Exact => ({
  sum: from.sum * what.count - what.sum * from.count,
  count: from.count * what.count,
});

/** Fewer positions don't make a figure. */
const fewest = 2;

function measured(
  readings: Readings,
  value: keyof Reading,
  names: readonly PositionName[] = positionNames,
): number[] {
  return names.flatMap((name) => readings[name]?.[value] ?? []);
}

export interface TimingFigures {
  /** X, in seconds per day. */
  meanRate: number | null;
  /** D: between the fastest position and the slowest. */
  difference: number | null;
  /** The mean of the vertical positions minus that of the horizontal ones. */
  verticalLessHorizontal: number | null;
  meanAmplitude: number | null;
}

/** @returns each to one decimal; null if too few positions were measured */
export function timingFigures(readings: Readings): TimingFigures {
  const rates = measured(readings, 'rate');
  const amplitudes = measured(readings, 'amplitude');
  const [vertical, horizontal] = [true, false].map((isVertical) =>
    measured(
      readings,
      'rate',
      positionNames.filter((name) => positions[name].isVertical === isVertical),
    ),
  ) as [number[], number[]];
  const hasBoth = vertical.length > 0 && horizontal.length > 0;
  const highest = inThousandths(Math.max(...rates));
  const lowest = inThousandths(Math.min(...rates));
  return {
    meanRate: rates.length < fewest ? null : rounded(meanOf(rates)),
    difference: rates.length < fewest ? null : rounded({ sum: highest - lowest, count: 1 }),
    verticalLessHorizontal: hasBoth ? rounded(less(meanOf(vertical), meanOf(horizontal))) : null,
    meanAmplitude: amplitudes.length < fewest ? null : rounded(meanOf(amplitudes)),
  };
}

/** The change of the mean amplitude in a day, below 0 if it drops; null if unknown. */
export function amplitudeDrop(at0Hours: Readings, at24Hours: Readings): number | null {
  const [before, after] = [at0Hours, at24Hours].map((readings) => measured(readings, 'amplitude'));
  if (!before || !after || before.length < fewest || after.length < fewest) return null;
  return rounded(less(meanOf(after), meanOf(before)));
}

/** Shown in place of a missing value. */
export const noValue = '–';

/** A number as text, with a true minus sign and, if asked for, a plus sign. */
export function numberText(value: number, { isSigned = false, decimals = 0 } = {}): string {
  const [, written = ''] = String(Math.abs(value)).split('.');
  const digits = Math.abs(value).toFixed(Math.max(decimals, written.length));
  if (value < 0) return `−${digits}`;
  return isSigned && value > 0 ? `+${digits}` : digits;
}

/** As it is shown: one decimal. */
export const shownNumber = (value: number | null, isSigned = false): string =>
  value === null ? noValue : numberText(toOneDecimal(value), { isSigned, decimals: 1 });

/** Seconds a day with their sign. */
export const rateText = (rate: number | null): string => shownNumber(rate, true);

/** Degrees as measured: whole ones without a decimal. */
export const amplitudeText = (amplitude: number | null): string =>
  amplitude === null ? noValue : numberText(toOneDecimal(amplitude));
