import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

const usualPollMs = 60_000;
/** While a backup is being made, the user may be watching its progress. */
const runningPollMs = 1000;

/** The shop's backups; they are no data of the shop, so no live change tells of them. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call('GET /api/backups', { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? runningPollMs : usualPollMs),
});
