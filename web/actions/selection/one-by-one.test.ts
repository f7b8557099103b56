import { describe, expect, it } from 'vitest';
import { CallProblem, offlineProblem } from '../../data/call.ts';
import { leftLines, oneByOne } from './one-by-one.ts';

const items = ['A', 'B', 'C', 'D'].map((ticketNumber) => ({ ticketNumber }));
const changed = () =>
  new CallProblem({ code: 'changed-meanwhile', detail: 'It was changed.' }, 412, null);

describe('oneByOne', () => {
  it('continues after one that is refused, and says why', async () => {
    const tried: number[] = [];
    const outcome = await oneByOne(
      items,
      async ({ ticketNumber }) => {
        if (ticketNumber === 'B') throw changed();
        return ticketNumber.toLowerCase();
      },
      { onProgress: (count) => tried.push(count) },
    );
    expect(outcome.done.map(({ answer }) => answer)).toEqual(['a', 'c', 'd']);
    expect(tried).toEqual([1, 2, 3, 4]);
    expect(leftLines(outcome)).toEqual(['B: It was changed.']);
  });

  it('stops at the first one without a connection', async () => {
    const asked: string[] = [];
    const outcome = await oneByOne(items, async ({ ticketNumber }) => {
      asked.push(ticketNumber);
      if (ticketNumber === 'B') throw offlineProblem();
    });
    expect(asked).toEqual(['A', 'B']);
    expect(outcome.untried).toEqual(items.slice(2));
    expect(leftLines(outcome)).toEqual([
      expect.stringMatching(/^B: .*can’t be reached/),
      'Not tried yet: 2.',
    ]);
  });

  it('ends when the user stops it', async () => {
    let count = 0;
    const outcome = await oneByOne(items, async () => undefined, {
      onProgress: (tried) => {
        count = tried;
      },
      isStopped: () => count === 3,
    });
    expect(outcome.done).toHaveLength(3);
    expect(outcome.untried).toEqual(items.slice(3));
  });

  it('names only the first few', async () => {
    const many = Array.from({ length: 22 }, (_, at) => ({ ticketNumber: `T${at}` }));
    const outcome = await oneByOne(many, () => Promise.reject(changed()));
    expect(leftLines(outcome)).toHaveLength(6);
    expect(leftLines(outcome).at(-1)).toBe('And 17 more.');
  });
});
