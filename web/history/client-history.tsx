import { useQuery } from '@tanstack/react-query';
import { CallProblem } from '../data/call.ts';
import { clientEventsQuery } from '../data/queries.ts';
import { ErrorState, Loading, SkeletonLines } from '../ui/states.tsx';
import { Timeline } from './timeline.tsx';

export function ClientHistory({ clientId }: { clientId: string }) {
  const { data, error, refetch, isFetching } = useQuery(clientEventsQuery(clientId));
  return (
    <section aria-labelledby="client-history-heading" className="flex flex-col gap-2">
      <h3 id="client-history-heading" className="border-b pb-1 font-semibold">
        What happened
      </h3>
      {data ? (
        <History events={data.items} />
      ) : error instanceof CallProblem && error.code === 'offline' ? (
        <p className="text-ink-muted">Shown again when the shop’s server is back.</p>
      ) : error ? (
        <ErrorState
          title="Could not load what happened"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {error.message}
        </ErrorState>
      ) : (
        <Loading label="Loading what happened…">
          <SkeletonLines lines={3} />
        </Loading>
      )}
    </section>
  );
}

function History({ events }: Parameters<typeof Timeline>[0]) {
  // From before anything was written down about clients.
  if (events.length === 0) return <p className="text-ink-muted">Nothing is written down yet.</p>;
  return <Timeline events={events} showTickets />;
}
