import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followedRows, merged, RowLayout, rowsAround } from './row-layout.ts';

const layoutOf = (heights: number[], gap = 0) => new RowLayout(Float64Array.from(heights), gap);
const items = (...ids: number[]) => ids.map((id) => ({ id: String(id) }));

describe('RowLayout', () => {
  it('says where rows stand, with the gaps between them', () => {
    const layout = layoutOf([100, 50, 200], 10);
    expect([0, 1, 2, 3].map((row) => layout.top(row))).toEqual([0, 110, 170, 380]);
    expect(layout.heightOf({ from: 0, to: 2 })).toBe(160);
    expect(layout.heightOf({ from: 2, to: 2 })).toBe(0);
    expect([-5, 0, 109, 110, 169, 170, 9_999].map((y) => layout.rowAt(y))).toEqual([
      0, 0, 0, 1, 1, 2, 2,
    ]);
  });

  it('moves what is below a row that turns out higher', () => {
    const layout = layoutOf([100, 100, 100]);
    expect(layout.top(3)).toBe(300);
    layout.setHeight(1, 150);
    expect([1, 2, 3].map((row) => layout.top(row))).toEqual([100, 250, 350]);
  });

  it('stands for rows exactly: left out and shown add up to the whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 3, maxLength: 60 }),
        fc.nat(40),
        fc.nat(59),
        fc.nat(59),
        (heights, gap, one, other) => {
          const layout = layoutOf(heights, gap);
          const from = Math.min(one, other, heights.length - 2);
          const to = Math.min(Math.max(one, other, from) + 1, heights.length);
          const parts = [
            { from: 0, to: from },
            { from, to },
            { from: to, to: heights.length },
          ].filter((rows) => rows.to > rows.from);
          const sum = parts.reduce((total, rows) => total + layout.heightOf(rows), 0);
          const whole = layout.heightOf({ from: 0, to: heights.length });
          expect(sum + gap * (parts.length - 1)).toBe(whole);
        },
      ),
    );
  });
});

describe('rowsAround', () => {
  const layout = layoutOf(Array<number>(1_000).fill(100));

  it('is the view and what is ahead of it on both sides', () => {
    expect(rowsAround(layout, { top: 5_000, bottom: 5_800 }, 400, 60)).toEqual({
      from: 46,
      to: 63,
    });
  });

  it('stays within the list and leaves at least one row, however far away the view is', () => {
    expect(rowsAround(layout, { top: -9_000, bottom: -8_000 }, 400, 60)).toEqual({
      from: 0,
      to: 1,
    });
    const { from, to } = rowsAround(layout, { top: 2e6, bottom: 3e6 }, 400, 60);
    expect({ from, to }).toEqual({ from: 999, to: 1_000 });
    expect(rowsAround(layoutOf([]), { top: 0, bottom: 800 }, 400, 60)).toEqual({ from: 0, to: 0 });
  });

  it('looks less far ahead when that would be too much, but always shows what is in view', () => {
    expect(rowsAround(layout, { top: 5_000, bottom: 5_800 }, 4_000, 20)).toEqual({
      from: 45,
      to: 64,
    });
    const all = rowsAround(layout, { top: 5_000, bottom: 9_000 }, 4_000, 20);
    expect(all).toEqual({ from: 49, to: 92 });
  });
});

describe('followedRows', () => {
  it('follows what it showed when items come in above', () => {
    const before = items(9, 8, 7, 6, 5, 4, 3, 2);
    const after = items(13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2);
    expect(followedRows({ from: 2, to: 4 }, before, after, 2)).toEqual({ from: 4, to: 6 });
    expect(followedRows({ from: 2, to: 4 }, after, before, 2)).toEqual({ from: 0, to: 2 });
  });

  it('stays within a list that has become shorter, and where nothing is left', () => {
    const before = items(8, 7, 6, 5, 4, 3, 2, 1);
    expect(followedRows({ from: 6, to: 8 }, before, items(8, 7, 6), 1)).toEqual({ from: 1, to: 3 });
    expect(followedRows({ from: 6, to: 8 }, before, [], 1)).toEqual({ from: 0, to: 2 });
  });
});

describe('merged', () => {
  it('joins what touches, in order', () => {
    expect(
      merged([
        { from: 20, to: 30 },
        { from: 2, to: 5 },
        { from: 5, to: 8 },
        { from: 9, to: 9 },
      ]),
    ).toEqual([
      { from: 2, to: 8 },
      { from: 20, to: 30 },
    ]);
  });
});
