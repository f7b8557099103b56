import { queryOptions } from '@tanstack/react-query';
import type { Input } from '../../domain/api.ts';
import { call } from './call.ts';
import {
  clientFrom,
  clientsFrom,
  estimatesFrom,
  overviewFrom,
  repairFrom,
  repairsFrom,
  techniciansFrom,
} from './copy-answers.ts';
import { isHiddenRepair } from './deleted-repairs.ts';
import { listQuery } from './list-pages.ts';
import { readOrCopy } from './read-or-copy.ts';
import { keepShop, keptShop } from './shop-copy.ts';

/**
 * What screens read, each under its key; from this browser's copies where the server is away. The
 * first word of a key is the entity that it shows.
 */

/** The safety net below the live updates (specification, section 9: "every 5 seconds"). */
export const pollEveryMs = 5000;

export type RepairFilter = Omit<NonNullable<Input<'listRepairs', 'query'>>, 'cursor'>;

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: (context) =>
    readOrCopy(context, () => call('GET /api/overview', { signal: context.signal }), overviewFrom),
  refetchInterval: pollEveryMs,
});

export const repairsQuery = (filter: RepairFilter) =>
  listQuery(['repairs', filter], async (cursor, request) => {
    const query = { ...filter, ...cursor };
    const page = await readOrCopy(
      request,
      () => call('GET /api/repairs', { query, signal: request.signal }),
      (copies) => repairsFrom(copies, query),
    );
    return { ...page, items: page.items.filter((item) => !isHiddenRepair(item.ticketNumber)) };
  });

/** Up to here the tickets and clients that match are counted; beyond it there are more. */
const mostCounted = 50;

/** A page of tickets and clients that match, in one answer, so that neither pushes the other away. */
export const jumpQuery = (q: string) =>
  queryOptions({
    queryKey: ['jump', { q }],
    queryFn: (context) => {
      const query = { q, limit: mostCounted };
      const { signal } = context;
      return readOrCopy(
        context,
        async () => {
          const [repairs, clients] = await Promise.all([
            call('GET /api/repairs', { query, signal }),
            call('GET /api/clients', { query, signal }),
          ]);
          return { repairs, clients };
        },
        (copies) => {
          const repairs = repairsFrom(copies, query);
          const clients = clientsFrom(copies, query);
          return repairs && clients && { repairs, clients };
        },
      );
    },
  });

export const repairQuery = (ticketNumber: string) =>
  queryOptions({
    queryKey: ['repair', ticketNumber],
    queryFn: (context) =>
      readOrCopy(
        context,
        () =>
          call('GET /api/repairs/{ticketNumber}', {
            params: { ticketNumber },
            signal: context.signal,
          }),
        (copies) => repairFrom(copies, ticketNumber),
      ),
  });

export const estimatesQuery = listQuery(['estimates'], async (cursor, request) => {
  const page = await readOrCopy(
    request,
    () => call('GET /api/estimates', { query: cursor, signal: request.signal }),
    (copies) => estimatesFrom(copies, cursor.cursor),
  );
  return { ...page, items: page.items.filter((item) => !isHiddenRepair(item.repairId)) };
});

/** The latest estimates of the list, for any customer. */
export const latestEstimatesQuery = queryOptions({
  queryKey: ['estimates', 'latest'],
  queryFn: ({ signal }) => call('GET /api/estimates', { query: { limit: 100 }, signal }),
});

export const clientsQuery = (q: string, limit?: number) =>
  listQuery(['clients', { q, limit }], (cursor, request) => {
    const query = { q, limit, ...cursor };
    return readOrCopy(
      request,
      () => call('GET /api/clients', { query, signal: request.signal }),
      (copies) => clientsFrom(copies, query),
    );
  });

/** Under the same first word as the directory: what changes a client changes both. */
export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['clients', { id }],
    queryFn: (context) =>
      readOrCopy(
        context,
        () => call('GET /api/clients/{id}', { params: { id }, signal: context.signal }),
        (copies) => clientFrom(copies, id),
      ),
  });

export const techniciansQuery = queryOptions({
  queryKey: ['technicians'],
  queryFn: (context) =>
    readOrCopy(
      context,
      () => call('GET /api/technicians', { signal: context.signal }),
      techniciansFrom,
    ),
});

export const messagesQuery = (ticketNumber?: string) =>
  queryOptions({
    queryKey: ['messages', ticketNumber ?? 'all'],
    queryFn: ({ signal }) =>
      call('GET /api/messages', {
        query: ticketNumber === undefined ? {} : { ticketNumber },
        signal,
      }),
  });

/** The latest texts with a phone, on any subject. */
export const phoneTextsQuery = (phone: string) =>
  queryOptions({
    queryKey: ['messages', 'phone', phone],
    queryFn: ({ signal }) => call('GET /api/messages', { query: { phone, limit: 100 }, signal }),
  });

/** What staff should look at, newest first. */
export const attentionQuery = listQuery(['attention'], (cursor, { signal }) =>
  call('GET /api/attention', { query: cursor, signal }),
);

/** What an estimate would be texted as, and what it costs. */
export const estimatePreviewQuery = (ticketNumber: string, dollars: number) =>
  queryOptions({
    queryKey: ['estimate-preview', ticketNumber, dollars],
    queryFn: ({ signal }) =>
      call('POST /api/estimates/preview', {
        body: { repairId: ticketNumber, amount: dollars },
        signal,
      }),
    retry: false,
  });

/** What can be brought back, last deleted first. */
export const deletedQuery = listQuery(['deleted'], (cursor, { signal }) =>
  call('GET /api/deleted', { query: cursor, signal }),
);

/** What happened to a client, oldest first. */
export const clientEventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['client-events', id],
    queryFn: ({ signal }) => call('GET /api/clients/{id}/events', { params: { id }, signal }),
  });

/** This browser's own session, as events name it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call('GET /api/session', { signal }),
  staleTime: 5 * 60_000,
});

/** Every text in and out, newest first. */
export const textsQuery = listQuery(['messages', 'pages'], (cursor, { signal }) =>
  call('GET /api/messages', { query: { limit: 100, ...cursor }, signal }),
);

/** Who is logged in. No live update reports it, so it is polled while it is on the screen. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /api/sessions', { signal }),
  refetchInterval: pollEveryMs,
});

export const shopQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: (context) =>
    readOrCopy(
      context,
      async () => {
        const shop = await call('GET /api/shop', { signal: context.signal });
        keepShop(shop);
        return shop;
      },
      keptShop,
    ),
  staleTime: 5 * 60_000,
});
