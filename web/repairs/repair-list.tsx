import type { ReactNode } from 'react';
import { pollEveryMs, type RepairFilter, repairsQuery } from '../api/queries.ts';
import { LoadMore, moreOf } from '../dashboard/load-more.tsx';
import { usePagedList } from '../dashboard/paged-list.ts';
import { WindowedList } from '../dashboard/windowed-list.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { RepairCard } from './repair-card.tsx';
import { RepairListSkeleton, repairGridClasses } from './repair-list-skeleton.tsx';

export interface RepairListProps {
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
