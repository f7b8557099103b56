import { expect, it } from 'vitest';
import { serviceChart } from './service-chart.ts';

const point = (label: string, before: number | null, after: number | null) => ({
  label,
  before,
  after,
});

it('draws the mean rate of each service, and describes it', () => {
  const chart = serviceChart([point('Sep 2023', -14.2, 2.3), point('Nov 2026', 3.2, null)]);
  expect(chart?.words).toBe(
    'Mean rate, seconds per day. Sep 2023, before −14.2, after +2.3. Nov 2026, before +3.2.',
  );
  const shapes = chart?.shapes ?? [];
  const circles = shapes.filter(({ tag }) => tag === 'circle').map(({ attributes }) => attributes);
  expect(circles.map(({ fill }) => fill)).toEqual(['none', 'currentColor', 'none']);
  expect(circles.map(({ cx }) => cx)).toEqual([114.5, 114.5, 251.5]);
  // Faster is higher.
  expect(Number(circles[1]?.cy)).toBeLessThan(Number(circles[0]?.cy));
  const texts = shapes.flatMap(({ text }) => text ?? []);
  expect(texts).toEqual(['+20', '0', '−20', 'Sep 2023', 'Nov 2026']);
  expect(shapes.filter(({ attributes }) => attributes.strokeDasharray)).toHaveLength(1);
});

it('draws only the newest of many, and nothing without measurements', () => {
  const many = [1, 2, 3, 4, 5, 6].map((nth) => point(`No. ${nth}`, nth, null));
  const texts = serviceChart(many)?.shapes.flatMap(({ text }) => text ?? []) ?? [];
  expect(texts).not.toContain('No. 1');
  expect(texts).toContain('No. 6');
  expect(serviceChart([])).toBeNull();
  expect(serviceChart([point('Sep 2023', null, null)])).toBeNull();
});
