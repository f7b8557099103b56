import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { overviewQuery } from '../api/queries.ts';
import { useAddress } from '../dashboard/address.ts';
import { useRefusedCount } from '../outbox/refused-count.ts';
import { soonBetweenPresses } from '../ui/held-press.ts';

export const loadNeedsAttention = async () => ({
  default: (await import('./needs-attention.tsx')).NeedsAttention,
});

/** It pushes down what stands below it. */
const NeedsAttention = lazy(async () => {
  const loaded = await loadNeedsAttention();
  await new Promise<void>(soonBetweenPresses);
  return loaded;
});

/** Takes no room while nothing needs attention, unless somebody came to see just that. */
export function AttentionPlace() {
  const { data } = useQuery(overviewQuery);
  const { attention: isWanted } = useAddress();
  const refused = useRefusedCount();
  if (!isWanted && (data?.attention ?? 0) === 0 && refused === 0) return null;
  return (
    <Suspense>
      <NeedsAttention />
    </Suspense>
  );
}
