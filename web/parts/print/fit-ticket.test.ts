import { describe, expect, it } from 'vitest';
import { continued, fitPage } from './fit-ticket.ts';

/** A page that holds this many letters at full size, and more if they are smaller; a line has 40. */
function pageOf(holds: number, texts: Record<string, string>) {
  const shown: Record<string, string> = { ...texts };
  const page = { scale: 1, shown };
  fitPage({
    setScale: (scale) => {
      page.scale = scale;
    },
    isOverfull: () => {
      const letters = Object.values(shown).join('').replace(/\n/g, ' '.repeat(40)).length;
      return letters * page.scale ** 2 > holds;
    },
    values: Object.entries(texts).map(([label, text]) => ({
      label,
      text,
      show: (cutText) => {
        shown[label] = cutText;
      },
    })),
  });
  return page;
}

describe('fitting a ticket to its page', () => {
  it('leaves a ticket that fits as it is', () => {
    expect(pageOf(500, { Customer: 'Ana Lima', Request: 'New battery' })).toEqual({
      scale: 1.15,
      shown: { Customer: 'Ana Lima', Request: 'New battery' },
    });
  });

  it('shrinks no further than it must, and cuts nothing while that helps', () => {
    const request = 'x'.repeat(600);
    const { scale, shown } = pageOf(500, { Request: request });
    expect(scale).toBe(0.9);
    expect(shown.Request).toBe(request);
  });

  it('cuts the request when the smallest letters are not small enough, and says so', () => {
    const { scale, shown } = pageOf(500, { Customer: 'Ana Lima', Request: 'x'.repeat(2000) });
    expect(scale).toBe(0.6);
    expect(shown.Customer).toBe('Ana Lima');
    expect(shown.Request).toMatch(/^x{1000,}…\(continued in the system\)$/);
    const kept = 'Ana Lima'.length + (shown.Request?.length ?? 0);
    expect(kept).toBeLessThanOrEqual(500 / 0.6 ** 2);
    expect(kept + 1).toBeGreaterThan(500 / 0.6 ** 2);
  });

  it('joins lines before it cuts anything', () => {
    const parts = Array.from({ length: 100 }, () => 'strap');
    const { scale, shown } = pageOf(500, { Request: parts.join('\n\n'), Address: '5 Elm' });
    expect(scale).toBe(0.6);
    expect(shown).toEqual({ Request: parts.join(' / '), Address: '5 Elm' });
  });

  it('keeps something of the request rather than emptying it for other texts', () => {
    const { shown } = pageOf(300, { Request: 'x'.repeat(2000), 'Price notes': 'y'.repeat(1000) });
    expect(shown.Request).toBe(`${'x'.repeat(200)}${continued}`);
    expect(shown['Price notes']).toMatch(/^y{200,}…/);
  });

  it('cuts everything rather than let anything run off the page', () => {
    const { shown } = pageOf(50, {
      Customer: 'c'.repeat(200),
      Email: 'e'.repeat(254),
      Request: 'x'.repeat(2000),
    });
    expect(Object.values(shown).join('').length * 0.6 ** 2).toBeLessThanOrEqual(50);
  });

  it('never tears a letter apart', () => {
    const { shown } = pageOf(100, { Request: '👩🏽‍🔧'.repeat(300) });
    expect(shown.Request).toMatch(/^(👩🏽‍🔧)+…/u);
  });
});
