import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import ChevronDown from 'lucide/chevron-down';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { Listed } from '../data/list-pages.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/states.tsx';
import { type PagedList, readNextPage } from './paged-list.ts';

export function Listing<Item extends Listed>({
  list: { query, items },
  what,
  skeleton,
  empty,
  more: More = LoadMore,
  children,
}: {
  list: PagedList<Item>;
  what: string;
  skeleton: ReactNode;
  empty: ReactNode;
  /** The way to the next page, where loading on by scrolling would be in the way. */
  more?: ComponentType<LoadMoreProps>;
  children: (more: ReactNode) => ReactNode;
}) {
  return (
    <Loaded {...{ query, what, skeleton }}>
      {() => (items.length === 0 ? empty : children(<More {...moreOf(query)} />))}
    </Loaded>
  );
}

/** Begins to load before the end of the list comes into view. */
const ahead = '600px 0px';

export interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  /** The last try failed: from then on only the button tries again. */
  hasFailed: boolean;
  /** @returns whether it is worth going on: false after a failure */
  onLoad: () => Promise<boolean>;
}

function moreOf<Page>(query: UseInfiniteQueryResult<InfiniteData<Page>>): LoadMoreProps {
  return {
    hasMore: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    hasFailed: query.isFetchNextPageError,
    onLoad: async () => (await readNextPage(query)).isSuccess,
  };
}

/** At the end of a list that comes in pages: loads on by scrolling, or with the button. */
function LoadMore({ hasMore, isLoading, hasFailed, onLoad }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const mayLoad = hasMore && !isLoading && !hasFailed;
  const load = useEffectEvent(onLoad);

  useEffect(() => {
    const element = end.current;
    if (!mayLoad || element === null) return;
    let isOver = false;
    const observer = new IntersectionObserver(
      async (entries) => {
        // A busy browser tells several steps at once: the last is how it is now.
        if (!entries.at(-1)?.isIntersecting || !(await load()) || isOver) return;
        // A change that came in may have cut the page off: where the end still is in view, again.
        observer.unobserve(element);
        observer.observe(element);
      },
      { rootMargin: ahead },
    );
    observer.observe(element);
    return () => {
      isOver = true;
      observer.disconnect();
    };
  }, [mayLoad]);

  if (!hasMore) return null;
  return (
    <div ref={end} className="flex flex-col items-center gap-2 pt-4">
      {hasFailed && (
        <p role="alert" className="text-late text-sm">
          The rest of the list could not be loaded.
        </p>
      )}
      <Button icon={ChevronDown} pending={isLoading} onClick={() => void onLoad()}>
        {hasFailed ? 'Retry' : 'Load more'}
      </Button>
    </div>
  );
}
