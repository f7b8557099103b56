import { describe, expect, it } from 'vitest';
import { createSelection, isSelecting } from './selected.ts';

const listOf = (...order: string[]) => {
  const selection = createSelection();
  selection.follow(order);
  return selection;
};

const numbersOf = (selection: ReturnType<typeof createSelection>) => [...selection.get().numbers];

describe('createSelection', () => {
  it('selects one, or a range from the last one pressed', () => {
    const selection = listOf('A', 'B', 'C', 'D', 'E');
    selection.toggle('D', false);
    selection.toggle('B', true);
    expect(numbersOf(selection).toSorted()).toEqual(['B', 'C', 'D']);
    selection.toggle('C', false);
    expect(numbersOf(selection).toSorted()).toEqual(['B', 'D']);
  });

  it('forgets what has left the list, and where a range began', () => {
    const selection = listOf('A', 'B', 'C');
    selection.toggle('A', false);
    selection.toggle('B', false);
    selection.follow(['A', 'C']);
    selection.follow(['A', 'B', 'C']);
    expect(numbersOf(selection), 'B came back').toEqual(['A']);
    selection.toggle('C', true);
    expect(numbersOf(selection), 'no range from what has left').toEqual(['A', 'C']);
  });

  it('can begin empty, outlasts its last repair, and ends empty', () => {
    const selection = listOf('A', 'B');
    expect(isSelecting(selection.get())).toBe(false);
    selection.begin();
    expect(isSelecting(selection.get())).toBe(true);
    selection.toggle('A', false);
    selection.toggle('A', false);
    expect(isSelecting(selection.get()), 'the last one is deselected').toBe(true);
    selection.add('A', 'B');
    selection.end();
    expect(isSelecting(selection.get())).toBe(false);
    expect(numbersOf(selection)).toEqual([]);
  });

  it('keeps only those that are still in the list after a change to all', () => {
    const selection = listOf('A', 'B', 'C');
    selection.begin();
    selection.choose(['C', 'Z']);
    expect(numbersOf(selection)).toEqual(['C']);
    selection.choose(['Z']);
    expect(isSelecting(selection.get())).toBe(false);
  });

  it('notifies only of changes', () => {
    const selection = listOf('A', 'B');
    let notified = 0;
    selection.subscribe(() => {
      notified += 1;
    });
    selection.toggle('A', false);
    expect(notified).toBe(1);
  });
});
