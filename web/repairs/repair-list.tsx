import type { ReactNode } from 'react';
import { pollEveryMs, type RepairFilter, repairsQuery } from '../data/queries.ts';
import { LoadMore, moreOf } from '../lists/load-more.tsx';
import { usePagedList } from '../lists/paged-list.ts';
import { WindowedList } from '../lists/windowed-list.tsx';
import { ErrorState, Loading, SkeletonCard } from '../ui/states.tsx';
import { RepairCard } from './repair-card.tsx';

/** Cards beside each other where there is room; the real ones and their shapes alike. */
const repairGridClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] gap-4';

/** The shape of a list of repairs that is on its way. */
export function RepairListSkeleton() {
  return (
    <Loading label="Loading repairs…">
      <div className={repairGridClasses}>
        {['one', 'two', 'three', 'four', 'five', 'six'].map((key) => (
          <SkeletonCard key={key} />
        ))}
      </div>
    </Loading>
  );
}

interface RepairListProps {
  /** What the list holds; read out. */
  label: string;
  filter: RepairFilter;
  /** What stands there when no repair fits. */
  empty: ReactNode;
  /** Asks every few seconds, live updates or not. */
  isPolled?: boolean;
}

/** Repairs as cards, newest first, page after page. */
export function RepairList({ label, filter, empty, isPolled = false }: RepairListProps) {
  const list = usePagedList({
    ...repairsQuery(filter),
    refetchInterval: isPolled ? pollEveryMs : false,
  });

  const { query, items } = list;

  if (query.data === undefined) {
    if (query.error === null) return <RepairListSkeleton />;
    return (
      <ErrorState
        title="The repairs could not be loaded"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      >
        {query.error.message}
      </ErrorState>
    );
  }

  if (items.length === 0) return empty;
  return (
    <>
      <h2 className="sr-only">{label}</h2>
      <WindowedList {...list.window} label={label} className={repairGridClasses}>
        {(repair, place) => (
          <li {...place} className="grid min-w-0">
            <RepairCard repair={repair} />
          </li>
        )}
      </WindowedList>
      <LoadMore {...moreOf(query)} />
    </>
  );
}
