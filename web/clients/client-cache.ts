import type { QueryClient } from '@tanstack/react-query';
import { refreshRepairs } from '../repairs/repair-cache.ts';

/** Fetches anew what a change of a client may have changed: tickets show their client's details. */
export async function refreshClients(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['clients'] }),
    refreshRepairs(queryClient),
  ]);
}
