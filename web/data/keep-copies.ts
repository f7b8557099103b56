import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepCopies } from './copy-keeper.ts';
import { useOutageWatch } from './outage-watch.ts';

/** After the first screen and the parts of the others have had the network to themselves. */
const startAfterMs = 3_000;

/** For the dashboard: keeps the local copies, and shows them only as long as it has to. */
export function useLocalCopies(): void {
  const queryClient = useQueryClient();
  useOutageWatch();
  useEffect(() => {
    const over = new AbortController();
    const timer = setTimeout(() => keepCopies(queryClient, over.signal), startAfterMs);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [queryClient]);
}
