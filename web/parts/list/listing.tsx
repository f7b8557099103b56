import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import ChevronDown from 'lucide/chevron-down';
import {
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { Listed } from '../../data/list-pages.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/counts.ts';
import { Loaded } from '../../ui/states.tsx';
import { type PagedList, readNextPage } from './paged-list.ts';

export function Listing<Item extends Listed>({
  list: { query, items, shown },
  what,
  skeleton,
  empty,
  byPress = false,
  children,
}: {
  list: PagedList<Item>;
  what: string;
  skeleton: ReactNode;
  empty: ReactNode;
  /** More is loaded only when asked for: loading on scroll would push away what is below. */
  byPress?: boolean;
  children: (more: ReactNode) => ReactNode;
}) {
  return (
    <Loaded {...{ query, what, skeleton }}>
      {() =>
        items.length === 0
          ? empty
          : children(<More key={shown.name} {...{ query, byPress }} count={items.length} />)
      }
    </Loaded>
  );
}

/** Begins to load before the end of the list comes into view. */
const ahead = '600px 0px';

/** Before more of them are put on the screen, the user is asked: each takes a little memory and time. */
const maxAtOnce = 1_000;

/** At the end of a list that comes in pages: loads more on scrolling, or with the button. */
function More<Page>({
  query,
  count,
  byPress,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  /** How many items there are so far. */
  count: number;
  byPress: boolean;
}) {
  const [most, setMost] = useState(maxAtOnce);
  const isFull = !byPress && count >= most;
  // What has come last is drawn in a moment, and pushes the end away.
  const isDrawn = useDeferredValue(count) === count;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError: hasFailed } = query;
  const end = useRef<HTMLDivElement>(null);
  // After a failure only the button tries again.
  const mayLoad =
    hasNextPage && !isFetchingNextPage && !hasFailed && !byPress && !isFull && isDrawn;
  const load = useEffectEvent(async () => (await readNextPage(query)).isSuccess);

  useEffect(() => {
    const element = end.current;
    if (!mayLoad || element === null) return;
    let isOver = false;
    const observer = new IntersectionObserver(
      async (entries) => {
        // A busy browser reports several steps at once: the last is how it is now.
        if (!entries.at(-1)?.isIntersecting || !(await load()) || isOver) return;
        // A change that came in may have cut the page off: if the end is still in view, load again.
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

  if (!hasNextPage) return null;
  const [rest, more] = byPress
    ? ['next results', 'More results']
    : ['rest of the list', 'Load more'];
  const label = isFull ? `Show next ${formatCount(maxAtOnce)}` : more;
  return (
    <div
      ref={end}
      className={
        byPress
          ? 'flex flex-wrap items-center gap-3'
          : 'flex flex-col-reverse items-center gap-2 pt-4'
      }
    >
      <Button
        {...(!byPress && { icon: ChevronDown })}
        pending={isFetchingNextPage}
        onClick={() => {
          if (isFull) setMost(count + maxAtOnce);
          void readNextPage(query);
        }}
      >
        {hasFailed ? 'Retry' : label}
      </Button>
      {hasFailed && (
        <p role="alert" className="text-late text-sm">
          Couldn’t load the {rest}.
        </p>
      )}
    </div>
  );
}
