import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { itemsOf, listQuery } from './list-pages.ts';

const pageSize = 5;

/** A list on a server, highest number first, and a user who has it on the screen. */
function shop(count: number) {
  const queryKey = ['numbers', Math.random()];
  let numbers = Array.from({ length: count }, (_, index) => count - index);
  const query = listQuery(queryKey, async ({ cursor }) => {
    const rest = cursor === undefined ? numbers : numbers.filter((each) => each < Number(cursor));
    const items = rest.slice(0, pageSize).map((number) => ({ id: String(number) }));
    const nextCursor = rest.length > pageSize ? (items.at(-1)?.id ?? null) : null;
    return { items, nextCursor };
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
  const observer = new InfiniteQueryObserver(client, query);
  const leave = observer.subscribe(() => undefined);
  return {
    get numbers() {
      return numbers;
    },
    get data() {
      return observer.getCurrentResult().data;
    },
    get items() {
      return itemsOf(this.data?.pages ?? []);
    },
    get shown() {
      return this.items.map(({ id }) => Number(id));
    },
    loadMore: () => observer.fetchNextPage(),
    change: (next: (before: number[]) => number[]) => {
      numbers = next(numbers);
    },
    hear: () => client.invalidateQueries({ queryKey }),
    leave() {
      leave();
      client.clear();
    },
  };
}

const descending = (numbers: number[]) => numbers.toSorted((one, other) => other - one);

it('never shows anything twice, and shows the list as it is once it has heard of a change', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), number: fc.double({ min: 0, max: 120 }) }),
    fc.record({ kind: fc.constant('remove' as const), number: fc.nat(60) }),
    fc.record({ kind: fc.constantFrom('hear' as const, 'load' as const), number: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const list = shop(60);
      await list.hear();
      for (const { kind, number } of steps) {
        if (kind === 'add') list.change((before) => descending([...new Set([...before, number])]));
        if (kind === 'remove') list.change((before) => before.filter((each) => each !== number));
        if (kind === 'load') await list.loadMore();
        if (kind === 'hear') {
          await list.hear();
          expect(list.shown).toEqual(list.numbers.slice(0, list.shown.length));
          expect(list.shown.length).toBeGreaterThanOrEqual(Math.min(pageSize, list.numbers.length));
        }
        expect(list.shown).toEqual([...new Set(list.shown)]);
      }
      list.leave();
    }),
    { numRuns: 200 },
  );
});

it('keeps what has not changed, even after new items at the top', async () => {
  const list = shop(12);
  await list.hear();
  await list.loadMore();
  const { data, items } = list;
  await list.hear();
  expect(list.data).toBe(data);
  list.change((before) => [13, ...before]);
  await list.hear();
  expect(list.items).toHaveLength(10);
  for (const [at, item] of list.items.slice(1).entries()) expect(item).toBe(items[at]);
  list.leave();
});

it('shows once what has moved from one page to the next', () => {
  const page = (...ids: string[]) => ({ items: ids.map((id) => ({ id })), nextCursor: null });
  expect(itemsOf([page('4', '3'), page('3', '2')]).map(({ id }) => id)).toEqual(['4', '3', '2']);
});
