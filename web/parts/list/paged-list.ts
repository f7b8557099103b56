import {
  type DefaultError,
  hashKey,
  type InfiniteData,
  type InfiniteQueryObserverResult,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useMemo, useRef } from 'react';
import {
  catchUp,
  hidePages,
  itemsOf,
  type Listed,
  type ListPage,
  type PagePlace,
  showPages,
} from '../../data/list-pages.ts';

/** Who scrolls past many pages wants none of those in between. */
const restMs = 120;

type PagedQuery<Item extends Listed> = UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>;

export interface ListWindow<Item extends Listed> {
  /** The same for as long as it is the same list. */
  name: string;
  items: readonly Item[];
  hasMore: boolean;
  /** What is shown still answers what was asked for before. */
  isBusy: boolean;
  /** To be told which items are near the view, under the window's name: they are kept fresh. */
  onShown: (name: string, ids: readonly string[]) => void;
}

export interface PagedList<Item extends Listed> {
  query: PagedQuery<Item>;
  items: readonly Item[];
  window: ListWindow<Item>;
}

/** Some of a list's items, shown in a place of their own. */
export function partOf<Item extends Listed>(
  window: ListWindow<Item>,
  part: string,
  items: readonly Item[],
): ListWindow<Item> {
  return { ...window, name: `${window.name} ${part}`, items };
}

const none: never[] = [];

/** A list that comes in pages, of which only those that are looked at are kept fresh. */
export function usePagedList<Item extends Listed, Key extends QueryKey>(
  options: UseInfiniteQueryOptions<
    ListPage<Item>,
    DefaultError,
    InfiniteData<ListPage<Item>>,
    Key,
    PagePlace<Item>
  >,
): PagedList<Item> {
  const { queryKey } = options;
  const name = hashKey(queryKey);
  const query = useInfiniteQuery(options);
  const pages = query.data?.pages ?? none;
  const { items, pageOf } = useMemo(() => itemsOf<Item>(pages), [pages]);
  const part = useId();
  /** Page numbers by the name of the window that shows them. */
  const shown = useRef(new Map<string, readonly number[]>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const readStale = useEffectEvent(() => {
    const inView = [...shown.current.values()].flat();
    const isStale = inView.some((page) => pages[page]?.isStale === true);
    // After a failure the next poll or live update tries again, not every step of the wheel.
    if (!isStale || query.isFetching || query.isRefetchError || query.isPlaceholderData) return;
    void catchUp(name, () => query.refetch({ cancelRefetch: false }));
  });

  // What came into view while pages were being read.
  const { isFetching } = query;
  useEffect(() => {
    if (isFetching) return;
    const rest = setTimeout(readStale, restMs);
    return () => clearTimeout(rest);
  }, [isFetching]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      hidePages(name, part);
    },
    [name, part],
  );

  function onShown(window: string, ids: readonly string[]): void {
    const numbers = ids.map((id) => pageOf.get(id)).filter((page) => page !== undefined);
    for (const known of shown.current.keys()) {
      if (!known.startsWith(name)) shown.current.delete(known);
    }
    shown.current.set(window, [...new Set(numbers)]);
    showPages(name, part, new Set([...shown.current.values()].flat()));
    clearTimeout(timer.current);
    timer.current = setTimeout(readStale, restMs);
  }

  const { hasNextPage: hasMore, isPlaceholderData: isBusy } = query;
  return { query, items, window: { name, items, hasMore, isBusy, onShown } };
}

type PagesResult<Page> = InfiniteQueryObserverResult<InfiniteData<Page>>;

/**
 * Reads the next page of a list. A read of the list that is under way is left to finish first: if
 * it were cancelled, the change that it was to show would stay unseen, and nothing would report it
 * again.
 */
export async function readNextPage<Page>({
  data,
  fetchNextPage,
}: Pick<PagesResult<Page>, 'data' | 'fetchNextPage'>): Promise<PagesResult<Page>> {
  const held = data?.pages.length ?? 0;
  const ask = () => fetchNextPage({ cancelRefetch: false });
  const result = await ask();
  const isAnswered = result.isFetchNextPageError || (result.data?.pages.length ?? 0) > held;
  // What was waited for was another reading of the list.
  return isAnswered ? result : ask();
}
