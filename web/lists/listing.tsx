import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Listed } from '../data/list-pages.ts';
import { ErrorState, Loading } from '../ui/states.tsx';
import { LoadMore, type LoadMoreProps, moreOf } from './load-more.tsx';
import type { PagedList } from './paged-list.ts';

/** In place of what has not been read yet: its shape, or why it cannot be shown. */
export function NotLoaded({
  query: { error, refetch, isFetching },
  what,
  skeleton,
}: {
  query: Pick<UseQueryResult, 'error' | 'isFetching'> & { refetch: () => Promise<unknown> };
  /** E.g. "the estimates". */
  what: string;
  skeleton: ReactNode;
}) {
  if (error === null) return <Loading label={`Loading ${what}…`}>{skeleton}</Loading>;
  return (
    <ErrorState
      title={`Could not load ${what}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      {error.message}
    </ErrorState>
  );
}

/** A list that comes in pages, in any state: loading, failed, empty or loaded. */
export function Listing<Item extends Listed>({
  list: { query, items },
  what,
  skeleton,
  empty,
  more: More = LoadMore,
  children,
}: {
  list: PagedList<Item>;
  /** What is listed, e.g. "the estimates". */
  what: string;
  skeleton: ReactNode;
  empty: ReactNode;
  /** The way to the next page, where loading on by scrolling would be in the way. */
  more?: ComponentType<LoadMoreProps>;
  /** The items that are there, with the way to the next ones. */
  children: (more: ReactNode) => ReactNode;
}) {
  if (query.data === undefined) {
    return <NotLoaded query={query} what={what} skeleton={skeleton} />;
  }
  if (items.length === 0) return empty;
  return children(<More {...moreOf(query)} />);
}
