import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ListRows } from './list-rows.ts';

const itemsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `item ${first + index}` }));

/** A list in one column, all of whose rows have been measured. */
function rowsOf(heights: readonly number[], gap = 0): ListRows {
  const rows = new ListRows();
  const items = itemsFrom(0, heights.length);
  rows.follow({ width: 300, columns: 1, gap });
  rows.hold(items);
  rows.note(items.map(({ id }, index) => ({ id, height: heights[index] ?? 0 })));
  return rows;
}

it('says where rows stand, with the gaps between them', () => {
  const rows = rowsOf([100, 50, 200], 10);
  expect([0, 1, 2, 3].map((row) => rows.top(row))).toEqual([0, 110, 170, 380]);
  expect(rows.heightOf({ from: 0, to: 2 })).toBe(160);
  expect(rows.heightOf({ from: 2, to: 2 })).toBe(0);
  expect([-5, 0, 109, 110, 169, 170, 9_999].map((y) => rows.rowAt(y))).toEqual([
    0, 0, 0, 1, 1, 2, 2,
  ]);
  rows.note([{ id: 'item 1', height: 150 }]);
  expect([1, 2, 3].map((row) => rows.top(row))).toEqual([110, 270, 480]);
});

it('stands for rows exactly: left out and shown add up to the whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 3, maxLength: 60 }),
      fc.nat(40),
      fc.nat(59),
      fc.nat(59),
      (heights, gap, one, other) => {
        const rows = rowsOf(heights, gap);
        const from = Math.min(one, other, heights.length - 2);
        const to = Math.min(Math.max(one, other, from) + 1, heights.length);
        const parts = [
          { from: 0, to: from },
          { from, to },
          { from: to, to: heights.length },
        ].filter((part) => part.to > part.from);
        const sum = parts.reduce((total, part) => total + rows.heightOf(part), 0);
        const whole = rows.heightOf({ from: 0, to: heights.length });
        expect(sum + gap * (parts.length - 1)).toBe(whole);
      },
    ),
  );
});

const even = Array<number>(1_000).fill(100);

it.each([
  ['the view and what is ahead of it on both sides', 5_000, 5_800, 400, 60, [46, 63]],
  ['at least one row, however far above the view is', -9_000, -8_000, 400, 60, [0, 1]],
  ['at least one row, however far below the view is', 2e6, 3e6, 400, 60, [999, 1_000]],
  ['less ahead when that would be too much', 5_000, 5_800, 4_000, 20, [45, 64]],
  ['always what is in view', 5_000, 9_000, 4_000, 20, [49, 92]],
] as const)('has in the page: %s', (_, top, bottom, ahead, most, [from, to]) => {
  expect(rowsOf(even).around({ top, bottom }, ahead, most)).toEqual({ from, to });
});

it('knows the height of what leaves the list and comes back', () => {
  const rows = rowsOf(Array<number>(10).fill(300));
  rows.hold(itemsFrom(1, 9));
  rows.note(itemsFrom(1, 9).map(({ id }) => ({ id, height: 100 })));
  rows.hold(itemsFrom(0, 10));
  expect(rows.top(1)).toBe(300);
});

it('does not remember for ever what has left a list that changes all day', () => {
  // The first that is measured decides what is usual.
  const rows = rowsOf([300, 777]);
  for (let first = 2; first < 5_000; first += 50) {
    const items = itemsFrom(first, 50);
    rows.hold(items);
    rows.note(items.map(({ id }) => ({ id, height: 100 })));
  }
  rows.hold([...itemsFrom(4_960, 1), ...itemsFrom(1, 1)]);
  expect([rows.top(1), rows.top(2)]).toEqual([100, 400]);
});

it('begins anew in another width, unless it is not shown', () => {
  const rows = rowsOf(even);
  expect(rows.follow({ width: 0, columns: 1, gap: 0 })).toBe(false);
  expect(rows.follow({ width: 700, columns: 2, gap: 10 })).toBe(true);
  rows.note([{ id: 'item 3', height: 80 }]);
  expect([rows.count, rows.top(2)]).toEqual([500, 180]);
});
