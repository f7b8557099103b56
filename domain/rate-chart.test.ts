import { describe, expect, it } from 'vitest';
import { type RateChart, type ReadingsByStage, rateChart } from './rate-chart.ts';

const rate = (value: number) => ({ rate: value, amplitude: null, beatError: null });

const shapesOf = (chart: RateChart | null, tag: string) =>
  (chart?.shapes ?? []).filter((shape) => shape.tag === tag);

describe('the chart of rates', () => {
  const measured: ReadingsByStage = {
    before: { CH: rate(10), '9H': rate(-15) },
    after: { CH: rate(4), '9H': rate(0), '12H': rate(-1) },
    'after-24h': { CH: rate(5) },
  };

  it('says in words what it shows', () => {
    expect(rateChart(measured)?.words).toBe(
      'Rate by position, seconds per day. Before: CH +10.0, 9H −15.0. After, 0 h: CH +4.0, 9H 0.0, 12H −1.0. After, 24 h: CH +5.0.',
    );
  });

  it('has a mark for each rate, faster ones higher, within a round scale', () => {
    const chart = rateChart(measured);
    const circles = shapesOf(chart, 'circle').map(({ attributes }) => attributes);
    expect(circles).toHaveLength(5);
    expect(circles.filter(({ fill }) => fill === 'none')).toHaveLength(2);
    const [before, after] = circles;
    expect(before?.cx).toBe(after?.cx);
    expect(Number(before?.cy)).toBeLessThan(Number(after?.cy));
    expect(shapesOf(chart, 'text').map(({ text }) => text)).toEqual([
      ...['+20', '+10', '0', '−10', '−20'],
      ...['CH', 'FH', '6H', '9H', '3H', '12H'],
    ]);
  });

  it.each([0.1, 4, 4.001, 999.9])('keeps ±%s inside the drawing', (value) => {
    const chart = rateChart({ before: { CH: rate(value), FH: rate(-value) } });
    for (const { attributes } of shapesOf(chart, 'circle')) {
      expect(Number(attributes.cy)).toBeGreaterThanOrEqual(4);
      expect(Number(attributes.cy)).toBeLessThanOrEqual((chart?.height ?? 0) - 24);
    }
  });

  it('is null if no rate was measured', () => {
    expect(rateChart({})).toBeNull();
    const amplitude = { rate: null, amplitude: 250, beatError: null };
    expect(rateChart({ before: { CH: amplitude } })).toBeNull();
  });
});
