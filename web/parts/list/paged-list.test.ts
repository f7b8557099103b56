import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { readNextPage } from './paged-list.ts';

interface Page {
  cursor: number;
  status: string;
}

/** A list of three pages on a server that answers when the test says so, shown on a screen. */
async function shownList() {
  let status = 'pending';
  const waiting: { cursor: number; answer: () => void; fail: () => void }[] = [];
  const queryKey = ['list'];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } });
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) =>
      new Promise<Page>((resolve, reject) => {
        const page = { cursor, status };
        signal.addEventListener('abort', () => reject(signal.reason));
        waiting.push({
          cursor,
          answer: () => resolve(page),
          fail: () => reject(new Error('The server is away')),
        });
      }),
    initialPageParam: 0,
    getNextPageParam: ({ cursor }: Page) => (cursor < 2 ? cursor + 1 : null),
  });
  const leave = observer.subscribe(() => undefined);
  onTestFinished(() => {
    leave();
    client.clear();
  });
  const asked = () => waiting.map(({ cursor }) => cursor);
  const next = () => expect.poll(() => waiting.length).toBeGreaterThan(0);
  const list = {
    asked,
    shown: () => observer.getCurrentResult().data?.pages.map((page) => page.status),
    isChangeUnseen: () => client.getQueryState(queryKey)?.isInvalidated,
    /** Something changes on the server, and the screen hears about it. */
    change(to: string) {
      status = to;
      void client.invalidateQueries({ queryKey });
    },
    loadMore: () => readNextPage(observer.getCurrentResult()),
    async answer(cursor: number) {
      await next();
      const question = waiting.shift();
      expect(question?.cursor).toBe(cursor);
      question?.answer();
    },
    async fail() {
      await next();
      waiting.shift()?.fail();
    },
  };
  await list.answer(0);
  await expect.poll(list.shown).toEqual(['pending']);
  return list;
}

it('reads the next page after a change that is still being read, and both are shown', async () => {
  const list = await shownList();
  list.change('completed');
  const loaded = list.loadMore();
  await list.answer(0);
  await list.answer(1);
  expect((await loaded).isSuccess).toBe(true);
  expect(list.shown()).toEqual(['completed', 'completed']);
  expect(list.isChangeUnseen()).toBe(false);
});

it('reads one page for two callers at once', async () => {
  const list = await shownList();
  const both = Promise.all([list.loadMore(), list.loadMore()]);
  await list.answer(1);
  await both;
  expect(list.shown()).toEqual(['pending', 'pending']);
  expect(list.asked()).toEqual([]);
});

it('asks once for a page that cannot be read', async () => {
  const list = await shownList();
  const loaded = list.loadMore();
  await list.fail();
  expect((await loaded).isFetchNextPageError).toBe(true);
  expect(list.asked()).toEqual([]);
  expect(list.shown()).toEqual(['pending']);
});

it('still asks for the page if the list could not be read again', async () => {
  const list = await shownList();
  list.change('completed');
  const loaded = list.loadMore();
  await list.fail();
  await list.answer(1);
  expect((await loaded).isSuccess).toBe(true);
  expect(list.shown()).toEqual(['pending', 'completed']);
});
