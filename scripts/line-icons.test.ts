import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { onePathOf, pathOf, type Shape } from './line-icons.ts';

function drawn(inside: string): Promise<Buffer> {
  const look = 'fill="none" stroke="black" stroke-width="2" stroke-linecap="round"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 24 24" ${look} stroke-linejoin="round">${inside}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: 'white' }).greyscale().raw().toBuffer();
}

const written = ([element, attributes]: Shape) =>
  `<${element} ${Object.entries(attributes)
    .filter(([name]) => name !== 'key')
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/>`;

describe('pathOf', () => {
  it('has a path begin where it says, wherever the one before it ended', () => {
    expect(pathOf(['path', { d: 'm12 5 3 3' }])).toBe('M0 0m12 5 3 3');
  });

  it.each([
    ['line', { x1: '3', y1: '4', x2: '21', y2: '4' }, 'M3 4L21 4'],
    ['polyline', { points: '12 6 12 12 16 14' }, 'M12 6 12 12 16 14'],
    ['polygon', { points: '1 1 2 2 3 1' }, 'M1 1 2 2 3 1z'],
    ['circle', { cx: '12', cy: '12', r: '10' }, 'M2 12a10 10 0 1 1 20 0a10 10 0 1 1 -20 0z'],
    ['ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' }, 'M3 5a9 3 0 1 1 18 0a9 3 0 1 1 -18 0z'],
    ['rect', { x: '6', y: '14', width: '12', height: '8' }, 'M6 14h12v8h-12v-8z'],
    [
      'rect',
      { x: '6', y: '14', width: '12', height: '8', rx: '1' },
      'M7 14h10a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1z',
    ],
  ] as const)('draws a %s', (element, attributes, path) => {
    expect(pathOf([element, attributes])).toBe(path);
  });

  it('does not draw what it does not know', () => {
    expect(() => pathOf(['text', {}])).toThrow('<text>');
  });
});

describe('onePathOf', () => {
  it.each([
    'x',
    'search',
    'log-out',
    'printer',
    'wrench',
    'monitor',
    'store',
    'user-check',
    'circle-check',
    'package-check',
    'calendar-days',
    'database',
  ])('draws %s as the library does', async (name) => {
    const { __iconData: icon } = (await import(
      `../node_modules/lucide-react/dist/esm/icons/${name}.mjs`
    )) as { __iconData: { node: Shape[] } };
    const path = onePathOf(icon.node);
    const [one, other] = await Promise.all([
      drawn(`<path d="${path}"/>`),
      drawn(icon.node.map(written).join('')),
    ]);
    // Where two shapes cross, an edge may be a shade darker.
    const differing = one.filter((shade, at) => Math.abs(shade - (other[at] ?? 0)) > 64);
    expect(differing.length).toBeLessThan(10);
  });

  it('joins the shapes of an icon', () => {
    const shapes = [
      ['path', { d: 'M1 1h2', key: 'a' }],
      ['circle', { cx: '3', cy: '3', r: '1', key: 'b' }],
    ] as const;
    expect(onePathOf(shapes)).toBe('M1 1h2M2 3a1 1 0 1 1 2 0a1 1 0 1 1 -2 0z');
  });

  it('leaves an icon alone that has a shape with a look of its own', () => {
    expect(onePathOf([['circle', { cx: '3', cy: '3', r: '1', fill: 'currentColor' }]])).toBeNull();
  });
});
