import type { ComponentType, ReactNode } from 'react';
import type { Listed } from '../data/list-pages.ts';
import { ErrorState, Loading } from '../ui/states.tsx';
import { LoadMore, type LoadMoreProps, moreOf } from './load-more.tsx';
import type { PagedList } from './paged-list.ts';

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
  if (items.length === 0) return empty;
  return children(<More {...moreOf(query)} />);
}
