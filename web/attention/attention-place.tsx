import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { overviewQuery } from '../api/queries.ts';
import { useAddress } from '../dashboard/address.ts';

const NeedsAttention = lazy(async () => ({
  default: (await import('./needs-attention.tsx')).NeedsAttention,
}));

/** Takes no room while nothing needs attention, unless somebody came to see just that. */
export function AttentionPlace() {
  const { data } = useQuery(overviewQuery);
  const { attention: isWanted } = useAddress();
  if (!isWanted && (data?.attention ?? 0) === 0) return null;
  return (
    <Suspense>
      <NeedsAttention />
    </Suspense>
  );
}
