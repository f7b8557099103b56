import { describe, expect, it } from 'vitest';
import { ListMeasures } from './list-measures.ts';

const itemsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `item ${first + index}` }));

const measuredItems = (items: { id: string }[], height: number) =>
  items.map(({ id }, index) => ({ id, index, height }));

const usual = 300;

describe('ListMeasures', () => {
  it('knows the height of what leaves the list and comes back', () => {
    const measures = new ListMeasures();
    const items = itemsFrom(0, 10);
    measures.note(measuredItems(items, 300));
    measures.layoutOf(items.slice(1), 1);
    measures.note(measuredItems(items.slice(1), 100));
    expect(measures.layoutOf(items, 1).top(1)).toBe(300);
  });

  it('does not remember for ever what has left a list that changes all day', () => {
    const measures = new ListMeasures();
    for (let first = 0; first < 5_000; first += 50) {
      const items = itemsFrom(first, 50);
      measures.layoutOf(items, 1);
      // The first list decides what is usual; its first item is another afterwards.
      measures.note(measuredItems(items, first === 0 ? usual : 100));
      if (first === 0) measures.note([{ id: 'item 0', index: 0, height: 777 }]);
    }
    // What was never measured, or is forgotten, is supposed to be as high as the first ones were.
    const [oldest] = itemsFrom(0, 1);
    const [newest] = itemsFrom(4_950, 1);
    if (oldest === undefined || newest === undefined) throw new Error('No items');
    measures.layoutOf(itemsFrom(5_000, 50), 1);
    expect(measures.layoutOf([newest, oldest], 1).top(1)).toBe(100);
    expect(measures.layoutOf([oldest, newest], 1).top(1)).toBe(usual);
  });
});
