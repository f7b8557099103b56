import { useQuery } from '@tanstack/react-query';
import Watch from 'lucide/watch';
import { useAddress } from '../../data/address.ts';
import { CallProblem } from '../../data/call.ts';
import { watchQuery } from '../../data/queries.ts';
import { EmptyState, Loaded, SkeletonLines } from '../../ui/states.tsx';
import { WatchFacts } from './watch-facts.tsx';
import { WatchRepairs } from './watch-repairs.tsx';

/** A watch over the years: what it is, who brought it in, and its repairs. */
export function WatchTab() {
  const { watch: id } = useAddress();
  const query = useQuery({ ...watchQuery(id ?? ''), enabled: id !== null });
  const { error } = query;
  if (id === null || (error instanceof CallProblem && error.code === 'watch-not-found')) {
    return (
      <EmptyState icon={Watch} title={id === null ? 'No watch is open' : 'Watch not found'}>
        Search for a serial number, or a brand and model, to find a watch.
      </EmptyState>
    );
  }
  return (
    <Loaded query={query} what="the watch" skeleton={<SkeletonLines lines={12} />}>
      {(watch) => (
        <div className="@container">
          <div className="grid items-start gap-x-8 gap-y-6 @4xl:grid-cols-[20.25rem_minmax(0,1fr)]">
            <WatchFacts {...watch} />
            <WatchRepairs {...watch} />
          </div>
        </div>
      )}
    </Loaded>
  );
}
