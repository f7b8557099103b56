import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { controlClasses } from '../ui/classes.ts';

const css = readFileSync(new URL('./styles.css', import.meta.url), 'utf8');

/** The colors that a rule of the style sheet sets: name without dashes → #rrggbb. */
function colorsOf(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const rule = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1] ?? '', m[2] ?? '']),
  );
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio": 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['canvas', 'surface', 'sunken', 'accent-soft'];

/** Everything that is read: foreground on background. WCAG 2.2, 1.4.3: 4.5 : 1. */
const textPairs: [string, string][] = [
  ...['ink', 'ink-muted', 'accent', 'late', 'soon', 'good', 'work'].flatMap((ink) =>
    surfaces.map((surface): [string, string] => [ink, surface]),
  ),
  ['on-accent', 'accent'],
  ['surface', 'late'],
  ['on-mark', 'mark'],
];

/** They only set parts off from the page, but must be visible on a counter's old screen. */
const hairlinePairs: [string, string][] = ['canvas', 'surface'].map((surface) => ['line', surface]);

describe.each([
  ['light', colorsOf(':root,\n.light')],
  ['dark', colorsOf('.dark')],
])('%s theme', (_name, colors) => {
  function ratio([front, back]: [string, string]): number {
    const [one, other] = [colors.get(front), colors.get(back)];
    if (one === undefined || other === undefined) throw new Error(`${front} or ${back} is not set`);
    return contrast(one, other);
  }

  it.each(textPairs)('%s can be read on %s', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(4.5);
  });

  /** WCAG 2.2, 1.4.11: 3 : 1. A button needs no edge: it is known by its words. */
  it('draws fields with an edge that can be seen', () => {
    const edge = /(?:^| )border-([a-z-]+)/.exec(controlClasses)?.[1] ?? '';
    for (const surface of surfaces) expect(ratio([edge, surface])).toBeGreaterThanOrEqual(3);
  });

  it.each(hairlinePairs)('%s is visible on %s', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(1.35);
  });
});

it('sets the same colors in both themes', () => {
  expect([...colorsOf('.dark').keys()]).toEqual([...colorsOf(':root,\n.light').keys()]);
});

it('computes the contrasts that WCAG gives as its examples', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
