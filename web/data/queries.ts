import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Input } from '../../domain/api.ts';
import type { RepairRow } from '../../domain/api-answers.ts';
import type { PickupFilter } from '../../domain/pickup.ts';
import type { EstimateLine } from '../../domain/price-lines.ts';
import { overviewStatuses } from '../../domain/repair-status.ts';
import type { WaitingDays } from '../../domain/waiting-days.ts';
import type { AcceptedFilter } from './address.ts';
import { call } from './call.ts';
import { isHiddenRepair } from './deleted-repairs.ts';
import { listQuery } from './list-pages.ts';

/** The page's one cache; its defaults are set where it starts (web/app/main.tsx). */
export const queryClient = new QueryClient();

/** What screens read, each under its key, whose first word is the entity that it shows. */

/** The safety net below the live updates (specification, section 9: "every 5 seconds"). */
export const pollEveryMs = 5000;

export type RepairFilter = Omit<NonNullable<Input<'listRepairs', 'query'>>, 'cursor'>;

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call('getOverview', { signal }),
  refetchInterval: pollEveryMs,
});

export const overviewFilters = {
  pending: { status: [...overviewStatuses.pending] },
  'same-day': { status: [...overviewStatuses.sameDay], sameDay: 'true' },
  assigned: { status: [...overviewStatuses.inProgress] },
  // Grows for as long as the shop is in business: in the copies, only what is still open stays whole.
  completed: { status: [...overviewStatuses.completed], view: 'row' },
} satisfies Record<string, RepairFilter>;

/** The completed ones in parts; all of them are the specified list. */
export const pickupLists = {
  waiting: { ...overviewFilters.completed, pickup: 'waiting' },
  collected: { ...overviewFilters.completed, pickup: 'collected' },
  all: overviewFilters.completed,
} satisfies Record<PickupFilter, RepairFilter>;

/** Of those waiting for pickup, the ones that have waited longer than this. */
export const waitingLonger = (days: WaitingDays) =>
  ({ ...pickupLists.waiting, waitingDays: days }) satisfies RepairFilter;

/** Whole repairs, or with `view` only rows of them: `isWholeRepair` tells which. */
export const repairsQuery = (filter: RepairFilter) =>
  listQuery(['repairs', filter], async (cursor, signal) => {
    const query = { ...filter, ...cursor };
    const page = await call('listRepairs', { query, signal });
    const items: RepairRow[] = page.items;
    return { ...page, items: items.filter((item) => !isHiddenRepair(item.ticketNumber)) };
  });

/** A client's newest repair; null if they have none. */
export const lastRepairQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['last-repair', clientId],
    queryFn: async ({ signal }): Promise<RepairRow | null> => {
      const query = { clientId, limit: 1, view: 'row' } as const;
      return (await call('listRepairs', { query, signal })).items[0] ?? null;
    },
  });

type CountFilter = NonNullable<Input<'countRepairs', 'query'>>;

/** How many repairs of a list, or of a technician's, each filter would leave. */
export const repairCountsQuery = ({ status, sameDay, technicianId }: CountFilter) => {
  const query = { status, sameDay, technicianId };
  return queryOptions({
    queryKey: ['repair-counts', query],
    queryFn: ({ signal }) => call('countRepairs', { query, signal }),
    refetchInterval: pollEveryMs,
  });
};

/**
 * How many results of a search are shown at once: few enough that the clients below the repairs are in reach
 * on a phone; each client brings its own repairs, and a page of fifty would ask for all of theirs. No
 * more similar spellings than that are shown, either.
 */
export const foundAtOnce = 10;

/** Matching tickets and clients are counted up to this many: to count all of a million would take too long. */
const maxCounted = 50;

/**
 * A page of tickets and clients that match, in one answer, so that neither pushes the other away; if there
 * are none, of those with similar spellings.
 */
export const jumpQuery = (q: string) =>
  queryOptions({
    queryKey: ['jump', { q }],
    queryFn: async ({ signal }) => {
      const ask = async (similar?: 'true') => {
        const query = { q, limit: similar ? foundAtOnce : maxCounted, similar };
        const [repairs, clients, { items: watches }] = await Promise.all([
          call('listRepairs', { query: { ...query, view: 'row' }, signal }),
          call('listClients', { query, signal }),
          similar ? { items: [] } : call('listWatches', { query: { q }, signal }),
        ]);
        return { repairs, clients, watches, isSimilar: similar === 'true' };
      };
      const found = await ask();
      const isNone = found.repairs.items.length === 0 && found.clients.items.length === 0;
      return isNone ? ask('true') : found;
    },
  });

/** The watches that a search finds. */
export const watchesQuery = (q: string) =>
  queryOptions({
    queryKey: ['watches', { q }],
    queryFn: ({ signal }) => call('listWatches', { query: { q }, signal }),
  });

/** A watch with all its repairs. */
export const watchQuery = (id: string) =>
  queryOptions({
    queryKey: ['watches', { id }],
    queryFn: ({ signal }) => call('getWatch', { params: { id }, signal }),
  });

/** Which watches with one of the serials were here before. */
export const seenWatchesQuery = (query: Input<'findSeenWatches', 'query'>) =>
  queryOptions({
    queryKey: ['watches', 'seen', query],
    queryFn: ({ signal }) => call('findSeenWatches', { query, signal }),
  });

export const repairQuery = (ticketNumber: string) =>
  queryOptions({
    queryKey: ['repair', ticketNumber],
    queryFn: ({ signal }) => call('getRepair', { params: { ticketNumber }, signal }),
  });

/** @param accepted those accepted in this period; null for those still waiting */
export function estimatesQuery(accepted: AcceptedFilter | null) {
  const filter = accepted === null ? {} : { accepted };
  const queryKey: QueryKey = accepted === null ? ['estimates'] : ['estimates', filter];
  return listQuery(queryKey, async (cursor, signal) => {
    const page = await call('listEstimates', { query: { ...filter, ...cursor }, signal });
    return { ...page, items: page.items.filter((item) => !isHiddenRepair(item.repairId)) };
  });
}

export const estimateCountsQuery = queryOptions({
  queryKey: ['estimate-counts'],
  queryFn: ({ signal }) => call('countEstimates', { signal }),
  refetchInterval: pollEveryMs,
});

export const latestEstimatesQuery = queryOptions({
  queryKey: ['estimates', 'latest'],
  queryFn: ({ signal }) => call('listEstimates', { query: { limit: 100 }, signal }),
});

export const clientsQuery = (q: string, limit?: number, similar?: 'true') =>
  listQuery(['clients', { q, limit, similar }], (cursor, signal) =>
    call('listClients', { query: { q, limit, similar, ...cursor }, signal }),
  );

/** Under the same first word as the directory: what changes a client changes both. */
export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['clients', { id }],
    queryFn: ({ signal }) => call('getClient', { params: { id }, signal }),
  });

export const techniciansQuery = queryOptions({
  queryKey: ['technicians'],
  queryFn: ({ signal }) => call('listTechnicians', { signal }),
});

export const messagesQuery = (ticketNumber?: string) =>
  queryOptions({
    queryKey: ['messages', ticketNumber ?? 'all'],
    queryFn: ({ signal }) =>
      call('listMessages', {
        query: ticketNumber === undefined ? {} : { ticketNumber },
        signal,
      }),
  });

export const phoneTextsQuery = (phone: string) =>
  queryOptions({
    queryKey: ['messages', 'phone', phone],
    queryFn: ({ signal }) => call('listMessages', { query: { phone, limit: 100 }, signal }),
  });

export const attentionQuery = listQuery(['attention'], (cursor, signal) =>
  call('listAttention', { query: cursor, signal }),
);

export const estimatePreviewQuery = (
  ticketNumber: string,
  dollars: number,
  work: string | null,
  lines: EstimateLine[] | null,
) =>
  queryOptions({
    queryKey: ['estimate-preview', ticketNumber, dollars, work, lines],
    queryFn: ({ signal }) =>
      call('previewEstimate', {
        body: { repairId: ticketNumber, amount: dollars, work, lines },
        signal,
      }),
    retry: false,
  });

export const deletedQuery = listQuery(['deleted'], (cursor, signal) =>
  call('listDeleted', { query: cursor, signal }),
);

export const clientEventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['client-events', id],
    queryFn: ({ signal }) => call('listClientEvents', { params: { id }, signal }),
  });

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call('getSession', { signal }),
  staleTime: 5 * 60_000,
});

export const textsQuery = listQuery(['messages', 'pages'], (cursor, signal) =>
  call('listMessages', { query: { limit: 100, ...cursor }, signal }),
);

/** Who is logged in. No live update reports it, so it is polled while it is on the screen. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('listSessions', { signal }),
  refetchInterval: pollEveryMs,
});

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('getSettings', { signal }),
  staleTime: 5 * 60_000,
});

export const settingsEventsQuery = queryOptions({
  queryKey: ['settings-events'],
  queryFn: ({ signal }) => call('listSettingsEvents', { signal }),
});

export const textingQuery = queryOptions({
  queryKey: ['texting'],
  queryFn: ({ signal }) => call('getTexting', { signal }),
});

export const shopQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: ({ signal }) => call('getShop', { signal }),
  staleTime: 5 * 60_000,
});
