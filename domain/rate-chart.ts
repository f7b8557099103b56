import { type PositionName, positionNames, type Readings, rateText } from './bench-figures.ts';
import { type Stage, stageLabel, stages } from './measurements.ts';

/**
 * A small chart of the rates by position before and after the work, for screen and paper: plain shapes in
 * the current text color. The stages differ by shape, so no color is needed.
 */

export interface Shape {
  tag: 'line' | 'circle' | 'text';
  /** As React spells them. */
  attributes: Readonly<Record<string, string | number>>;
  text?: string;
}

export interface RateChart {
  width: number;
  height: number;
  shapes: Shape[];
  /** The whole chart as text. */
  words: string;
}

/** The readings of each stage that was measured. */
export type ReadingsByStage = { [At in Stage]?: Readings | undefined };

const width = 320;
const height = 168;
const left = 46;
const top = 8;
const bottom = 140;
const radius = 4;

const columnWidth = 43;
/** Sets the vertical positions apart. */
const gap = 16;
const columnOf = (at: number) => left + 22 + at * columnWidth + (at < 2 ? 0 : gap);

/** Seconds per day at the upper edge, chosen so that the four steps are round numbers. */
const scales = [4, 10, 20, 40, 100, 200, 400, 1000];

/** The smallest edge that fits all rates. */
export function scaleFor(rates: readonly number[]): number {
  const highest = Math.max(...rates.map(Math.abs));
  return scales.find((one) => one >= highest) ?? highest;
}

export const chartLine = (x1: number, y1: number, x2: number, y2: number, more = {}): Shape => ({
  tag: 'line',
  attributes: { x1, y1, x2, y2, stroke: 'currentColor', strokeWidth: 1, ...more },
});

export const chartLabel = (x: number, y: number, textAnchor: string, text: string): Shape => ({
  tag: 'text',
  attributes: { x, y, textAnchor, fontSize: 11, fill: 'currentColor' },
  text,
});

/** A circle before, a dot after, a dash beside it a day later. */
export const marks: Readonly<Record<Stage, (x: number, y: number) => Shape>> = {
  before: (cx, cy) => ({
    tag: 'circle',
    attributes: { cx, cy, r: radius, fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 },
  }),
  after: (cx, cy) => ({
    tag: 'circle',
    attributes: { cx, cy, r: radius, fill: 'currentColor' },
  }),
  'after-24h': (x, y) => chartLine(x + 7, y, x + 15, y, { strokeWidth: 2 }),
};

/** The marks as characters, for the legend beside or below the drawing. */
export const chartSymbols: Readonly<Record<Stage, string>> = {
  before: '○',
  after: '●',
  'after-24h': '–',
};

const words = (measured: ReadingsByStage) =>
  stages
    .flatMap((stage) => {
      const rates = positionNames.flatMap((name) => {
        const rate = measured[stage]?.[name]?.rate ?? null;
        return rate === null ? [] : `${name} ${rateText(rate)}`;
      });
      return rates.length === 0 ? [] : `${stageLabel('timing', stage)}: ${rates.join(', ')}`;
    })
    .join('. ');

/** @returns null if no rate was measured */
export function rateChart(measured: ReadingsByStage): RateChart | null {
  const rateOf = (stage: Stage, name: PositionName) => measured[stage]?.[name]?.rate ?? null;
  const rates = stages.flatMap((stage) =>
    positionNames.flatMap((name) => rateOf(stage, name) ?? []),
  );
  if (rates.length === 0) return null;
  const scale = scaleFor(rates);
  const middle = (top + bottom) / 2;
  const y = (rate: number) => middle - (rate / scale) * (middle - top);
  const shapes: Shape[] = [1, 0.5, 0, -0.5, -1].flatMap((share) => [
    chartLine(left, y(share * scale), width, y(share * scale), {
      strokeOpacity: share === 0 ? 0.8 : 0.2,
    }),
    chartLabel(left - 6, y(share * scale) + 4, 'end', rateText(share * scale).replace(/\.0$/, '')),
  ]);
  const between = (columnOf(1) + columnOf(2)) / 2;
  shapes.push(
    chartLine(between, top, between, bottom, { strokeOpacity: 0.3, strokeDasharray: '2 3' }),
  );
  for (const [at, name] of positionNames.entries()) {
    const x = columnOf(at);
    shapes.push(chartLabel(x, bottom + 20, 'middle', name));
    const [before, after] = [rateOf('before', name), rateOf('after', name)];
    if (before !== null && after !== null) {
      const [from, to] = [y(before), y(after)];
      // Only up to the circle, which is hollow.
      const edge = from + Math.sign(to - from) * radius;
      if (Math.abs(to - from) > radius)
        shapes.push(chartLine(x, edge, x, to, { strokeOpacity: 0.6 }));
    }
    for (const stage of stages) {
      const rate = rateOf(stage, name);
      if (rate !== null) shapes.push(marks[stage](x, y(rate)));
    }
  }
  return { width, height, shapes, words: `Rate by position, seconds per day. ${words(measured)}.` };
}
