import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catchUp, hidePages, itemsOf, listQuery, showPages } from './list-pages.ts';

const pageSize = 5;

/** A list on a server, highest number first, and a user who has it on the screen. */
function shop(count: number) {
  const queryKey = ['numbers', Math.random()];
  const name = JSON.stringify(queryKey);
  let numbers = Array.from({ length: count }, (_, index) => count - index);
  const asked: (string | null)[] = [];
  const query = listQuery(queryKey, async ({ cursor = null }: { cursor?: string | null }) => {
    asked.push(cursor);
    const rest = cursor === null ? numbers : numbers.filter((number) => number < Number(cursor));
    const items = rest.slice(0, pageSize).map((number) => ({ id: String(number) }));
    const nextCursor = rest.length > pageSize ? (items.at(-1)?.id ?? null) : null;
    return { items, nextCursor };
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
  const observer = new InfiniteQueryObserver(client, query);
  const leave = observer.subscribe(() => undefined);
  return {
    asked,
    get numbers() {
      return numbers;
    },
    get shown() {
      const pages = observer.getCurrentResult().data?.pages ?? [];
      return itemsOf(pages).items.map(({ id }) => Number(id));
    },
    get stale() {
      const pages = observer.getCurrentResult().data?.pages ?? [];
      return pages.flatMap((page, index) => (page.isStale ? [index] : []));
    },
    lookAt: (...pages: number[]) => showPages(name, 'screen', new Set(pages)),
    async load(pages: number) {
      await observer.refetch();
      for (let page = 1; page < pages; page += 1) await observer.fetchNextPage();
      asked.length = 0;
    },
    change: (next: (before: number[]) => number[]) => {
      numbers = next(numbers);
    },
    hear: () => client.invalidateQueries({ queryKey }),
    catchUp: () => catchUp(name, () => observer.refetch({ cancelRefetch: false })),
    leave() {
      hidePages(name, 'screen');
      leave();
      client.clear();
    },
  };
}

const descending = (numbers: number[]) => numbers.toSorted((one, other) => other - one);

describe('listQuery', () => {
  it('shows what comes after it has become empty', async () => {
    const list = shop(1);
    await list.load(1);
    list.lookAt(0);
    list.change(() => []);
    await list.hear();
    // The part that showed the items is gone with the last of them.
    list.lookAt();
    list.change(() => [2]);
    await list.hear();
    expect(list.shown).toEqual([2]);
    list.leave();
  });

  it('reads again only the pages in view', async () => {
    const list = shop(100);
    await list.load(10);
    list.lookAt(6, 7);
    list.change((before) => [102, 101, ...before]);
    await list.hear();
    expect(list.asked).toEqual(['71', '66']);
    expect(list.stale).toEqual([0, 1, 2, 3, 4, 5, 8, 9]);
    expect(list.shown).toHaveLength(50);
    expect(list.shown[0]).toBe(100);
    list.leave();
  });

  it('loses nothing between a page that was read again and the next, which was not', async () => {
    const list = shop(100);
    await list.load(4);
    list.lookAt(0);
    list.change((before) => [103, 102, 101, ...before]);
    await list.hear();
    expect(list.asked).toEqual([null]);
    expect(list.shown.slice(0, 12)).toEqual(descending(list.numbers).slice(0, 12));
    list.lookAt(1);
    await list.catchUp();
    expect(list.asked).toEqual([null, '99']);
    expect(list.stale).toEqual([2, 3]);
    expect(list.shown.slice(0, 20)).toEqual(list.numbers.slice(0, 20));
    list.leave();
  });

  it('asks for nothing when what came into view is not stale', async () => {
    const list = shop(50);
    await list.load(5);
    list.lookAt(2);
    await list.catchUp();
    expect(list.asked).toEqual([]);
    list.leave();
  });

  it('reads from the beginning where nobody says what is in view', async () => {
    const list = shop(50);
    await list.load(3);
    await list.hear();
    expect(list.asked).toEqual([null]);
    list.leave();
  });

  it('whatever happens, shows nothing twice, and the whole list once all of it was seen', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), number: fc.double({ min: 0, max: 120 }) }),
      fc.record({ kind: fc.constant('remove' as const), number: fc.nat(60) }),
      fc.record({ kind: fc.constant('hear' as const), number: fc.nat(9) }),
      fc.record({ kind: fc.constant('scroll' as const), number: fc.nat(9) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const list = shop(60);
        await list.load(8);
        for (const { kind, number } of steps) {
          if (kind === 'add')
            list.change((before) => descending([...new Set([...before, number])]));
          if (kind === 'remove') list.change((before) => before.filter((each) => each !== number));
          if (kind === 'hear' || kind === 'scroll') {
            list.asked.length = 0;
            list.lookAt(number, number + 1);
            await (kind === 'hear' ? list.hear() : list.catchUp());
            expect(list.asked.length).toBeLessThanOrEqual(2);
            expect(new Set(list.shown).size).toBe(list.shown.length);
          }
        }
        list.lookAt(...Array(30).keys());
        await list.hear();
        expect(list.shown).toEqual(list.numbers.slice(0, list.shown.length));
        list.leave();
      }),
      { numRuns: 200 },
    );
  });
});
