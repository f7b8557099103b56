import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { LoadMore, type LoadMoreProps } from './load-more.tsx';

/** A list that comes in pages, in whatever state it is: on its way, failed, empty, there. */
export function Listing<Item>({
  query,
  what,
  skeleton,
  empty,
  more: More = LoadMore,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  /** What is listed, e.g. "the estimates". */
  what: string;
  skeleton: ReactNode;
  empty: ReactNode;
  /** The way to the next page, where loading on by scrolling would be in the way. */
  more?: ComponentType<LoadMoreProps>;
  /** The items that are there, and the way to the next ones. */
  children: (items: Item[], more: ReactNode) => ReactNode;
}) {
  if (query.data === undefined) {
    if (query.error === null) return <Loading label={`Loading ${what}…`}>{skeleton}</Loading>;
    return (
      <ErrorState
        title={`Could not load ${what}`}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      >
        {query.error.message}
      </ErrorState>
    );
  }
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return children(
    items,
    <More
      hasMore={query.hasNextPage}
      isLoading={query.isFetchingNextPage}
      hasFailed={query.isFetchNextPageError}
      onLoad={() => void query.fetchNextPage()}
    />,
  );
}
