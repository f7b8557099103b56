import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from './call.ts';
import { currentConnection, onConnectionChange } from './connection.ts';
import { currentOutage, endOutage, noteCopyGone, wasCopyGiven } from './outage.ts';
import { pollEveryMs } from './queries.ts';

/** Asks the server again for all that is shown from copies. @returns how to stop that */
function watchOutage(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  let isReloading = false;

  /** What nobody looks at any more is forgotten: it must not come back as if it were the server's. */
  function forgetUnseen(): void {
    for (const hash of currentOutage()?.copied ?? []) {
      const query = cache.get(hash);
      if (query !== undefined && query.getObserversCount() > 0) continue;
      if (query !== undefined) cache.remove(query);
      noteCopyGone(hash);
    }
  }

  /** @param isBack whether the server surely is: what still waits for an answer is asked anew */
  async function reload(isBack = false): Promise<void> {
    if (currentOutage() === null || (isReloading && !isBack)) return;
    isReloading = true;
    forgetUnseen();
    const copied = currentOutage()?.copied ?? new Set();
    if (copied.size === 0) await call('GET /api/session').then(endOutage, () => undefined);
    else {
      await queryClient.refetchQueries(
        { predicate: ({ queryHash }) => copied.has(queryHash) },
        { cancelRefetch: isBack },
      );
    }
    isReloading = false;
  }

  const stopFollowing = cache.subscribe((event) => {
    const { queryHash } = event.query;
    if (event.type === 'removed') noteCopyGone(queryHash);
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (wasCopyGiven(queryHash)) return;
    noteCopyGone(queryHash);
    if (currentOutage()?.copied.size === 0) endOutage();
    // One answer is there: the others may be, too.
    else void reload();
  });
  const stopListening = onConnectionChange(() => {
    if (currentConnection() === 'live') void reload(true);
  });
  const trying = setInterval(() => void reload(), pollEveryMs);

  return () => {
    stopFollowing();
    stopListening();
    clearInterval(trying);
    endOutage();
  };
}

/** For the dashboard: what is shown from copies is loaded by itself when the server is back. */
export function useOutageWatch(): void {
  const queryClient = useQueryClient();
  useEffect(() => watchOutage(queryClient), [queryClient]);
}
