import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pollEveryMs, type RepairFilter, repairsQuery } from '../api/queries.ts';
import { LoadMore } from '../dashboard/load-more.tsx';
import { SteadyList } from '../dashboard/steady-list.tsx';
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
  const list = useInfiniteQuery({
    ...repairsQuery(filter),
    refetchInterval: isPolled ? pollEveryMs : false,
  });

  if (list.data === undefined) {
    if (list.error === null) return <RepairListSkeleton />;
    return (
      <ErrorState
        title="The repairs could not be loaded"
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      >
        {list.error.message}
      </ErrorState>
    );
  }

  const repairs = list.data.pages.flatMap((page) => page.items);
  if (repairs.length === 0) return empty;
  return (
    <>
      <h2 className="sr-only">{label}</h2>
      <SteadyList label={label} className={repairGridClasses}>
        {repairs.map((repair) => (
          <li key={repair.id} className="grid min-w-0">
            <RepairCard repair={repair} />
          </li>
        ))}
      </SteadyList>
      <LoadMore
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        hasFailed={list.isFetchNextPageError}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
  );
}
