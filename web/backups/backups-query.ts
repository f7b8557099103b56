import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

const usualPollMs = 60_000;
/** While one is being made, somebody may be watching how far it is. */
const runningPollMs = 1000;

/** The shop's backups; they are no data of the shop, so no live change tells of them. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call('GET /api/backups', { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? runningPollMs : usualPollMs),
});
