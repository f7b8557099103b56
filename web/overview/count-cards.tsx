import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Overview } from '../../domain/api-answers.ts';
import { overviewQuery } from '../api/queries.ts';
import { useAddress } from '../dashboard/address.ts';
import type { Place } from '../dashboard/place.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

const cards: { count: keyof Overview; label: string; place: Partial<Place> }[] = [
  { count: 'pending', label: 'Pending', place: { subTab: 'pending' } },
  { count: 'sameDay', label: 'Same Day', place: { subTab: 'same-day' } },
  { count: 'inProgress', label: 'In Progress', place: { subTab: 'assigned' } },
  { count: 'completed', label: 'Completed', place: { subTab: 'completed' } },
  { count: 'estimates', label: 'Estimates', place: { subTab: 'estimates' } },
  { count: 'totalClients', label: 'Total Clients', place: { tab: 'clients' } },
];

const grid = 'grid grid-cols-3 gap-2 sm:gap-3 lg:grid-cols-6';

/** The six counts; each leads to its list. Source: specification, section 2 ("Overview"). */
export function CountCards() {
  const { data, error, refetch, isFetching } = useQuery(overviewQuery);
  const { href, subTab } = useAddress();

  if (data === undefined) {
    if (error === null) return <CountSkeleton />;
    return (
      <ErrorState
        title="The counts could not be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {error.message}
      </ErrorState>
    );
  }
  return (
    <ul aria-label="Counts" className={grid}>
      {cards.map(({ count, label, place }) => (
        <li key={count} className="flex min-w-0">
          <Link
            to={href(place)}
            aria-current={place.subTab === subTab ? 'true' : undefined}
            className="flex min-w-0 flex-1 flex-col-reverse justify-end rounded border bg-surface px-3 py-2 transition-colors hover:border-line-strong aria-[current]:border-accent sm:px-4 sm:py-3"
          >
            <span className="text-ink-muted text-sm">{label}</span>
            <span className="figures font-semibold text-2xl">{data[count]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function CountSkeleton() {
  return (
    <Loading label="Loading the counts…">
      <div className={grid}>
        {cards.map(({ count }) => (
          <div key={count} className="rounded border bg-surface px-3 py-2 sm:px-4 sm:py-3">
            <Skeleton className="mb-2 h-6 w-10" />
            <Skeleton className="h-4 w-16" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
