import { rateText } from './bench-figures.ts';
import {
  chartLabel,
  chartLine,
  marks,
  type RateChart,
  type Shape,
  scaleFor,
} from './rate-chart.ts';

/** A small chart of a watch's mean rate at each service, oldest first: a circle before, a dot after. */

export interface ServicePoint {
  /** When, e.g. "Sep 2023". */
  label: string;
  /** Seconds a day; null if too little was measured. */
  before: number | null;
  after: number | null;
}

const width = 320;
const height = 112;
const left = 46;
const top = 12;
const bottom = 88;
const middle = (top + bottom) / 2;

/** More would overlap: only the newest are drawn. */
const maxPoints = 5;

const words = (points: readonly ServicePoint[]) =>
  points
    .map(({ label, before, after }) =>
      [
        label,
        ...(before === null ? [] : [`before ${rateText(before)}`]),
        ...(after === null ? [] : [`after ${rateText(after)}`]),
      ].join(', '),
    )
    .join('. ');

/** @returns null if no mean rate is known */
export function serviceChart(all: readonly ServicePoint[]): RateChart | null {
  const points = all.slice(-maxPoints);
  const rates = points.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  if (rates.length === 0) return null;
  const scale = scaleFor(rates);
  const y = (rate: number) => middle - (rate / scale) * (middle - top);
  const step = (width - left) / points.length;
  const x = (at: number) => left + step * (at + 0.5);
  const shapes: Shape[] = [1, 0, -1].flatMap((share) => [
    chartLine(left, y(share * scale), width, y(share * scale), {
      strokeOpacity: share === 0 ? 0.8 : 0.2,
    }),
    chartLabel(left - 6, y(share * scale) + 4, 'end', rateText(share * scale).replace(/\.0$/, '')),
  ]);
  for (const [at, { label, before, after }] of points.entries()) {
    shapes.push(chartLabel(x(at), height - 4, 'middle', label));
    if (before !== null && after !== null) {
      shapes.push(chartLine(x(at), y(before), x(at), y(after), { strokeOpacity: 0.6 }));
    }
    const next = points[at + 1]?.before ?? null;
    if (after !== null && next !== null) {
      const dashed = { strokeOpacity: 0.6, strokeDasharray: '2 3' };
      shapes.push(chartLine(x(at), y(after), x(at + 1), y(next), dashed));
    }
    if (before !== null) shapes.push(marks.before(x(at), y(before)));
    if (after !== null) shapes.push(marks.after(x(at), y(after)));
  }
  return { width, height, shapes, words: `Mean rate, seconds per day. ${words(points)}.` };
}
