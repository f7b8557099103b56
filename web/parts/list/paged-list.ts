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
import { useMemo } from 'react';
import { itemsOf, type Listed, type ListPage } from '../../data/list-pages.ts';

/** The part of a list that is on the screen. */
export interface ShownList<Item extends Listed> {
  /** The same for as long as it is the same list. */
  name: string;
  items: readonly Item[];
  hasMore: boolean;
  /** What is shown still answers what was asked for before. */
  isBusy: boolean;
}

export interface PagedList<Item extends Listed> {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>;
  items: readonly Item[];
  shown: ShownList<Item>;
}

const none: never[] = [];

/** A list that is loaded a page at a time. */
export function usePagedList<Item extends Listed, Key extends QueryKey>(
  options: UseInfiniteQueryOptions<
    ListPage<Item>,
    DefaultError,
    InfiniteData<ListPage<Item>>,
    Key,
    string | null
  >,
): PagedList<Item> {
  const query = useInfiniteQuery(options);
  const pages = query.data?.pages ?? none;
  const items = useMemo(() => itemsOf<Item>(pages), [pages]);
  const { hasNextPage: hasMore, isPlaceholderData: isBusy } = query;
  return { query, items, shown: { name: hashKey(options.queryKey), items, hasMore, isBusy } };
}

type PagesResult<Page> = InfiniteQueryObserverResult<InfiniteData<Page>>;

/**
 * Reads the next page of a list. A read of the list that is under way is left to finish first: if
 * it were canceled, the change that it was to show would stay unseen, and nothing would report it
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
