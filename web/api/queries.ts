import { queryOptions } from '@tanstack/react-query';
import type { Input } from '../../domain/api.ts';
import { call } from './call.ts';
import { listQuery } from './list-pages.ts';

/** What screens read, each under its key. The first word of a key is the entity that it shows. */

/** The safety net below the live updates (specification, section 9: "every 5 seconds"). */
export const pollEveryMs = 5000;

export type RepairFilter = Omit<NonNullable<Input<'listRepairs', 'query'>>, 'cursor'>;

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call('GET /api/overview', { signal }),
  refetchInterval: pollEveryMs,
});

export const repairsQuery = (filter: RepairFilter) =>
  listQuery(['repairs', filter], (cursor, signal) =>
    call('GET /api/repairs', { query: { ...filter, ...cursor }, signal }),
  );

/** The first few tickets and clients that match, in one answer, so that neither pushes the other away. */
export const jumpQuery = (q: string) =>
  queryOptions({
    queryKey: ['repairs', 'and clients', { q }],
    queryFn: async ({ signal }) => {
      const query = { q, limit: 6 };
      const [repairs, clients] = await Promise.all([
        call('GET /api/repairs', { query, signal }),
        call('GET /api/clients', { query, signal }),
      ]);
      return { repairs: repairs.items, clients: clients.items };
    },
  });

export const repairQuery = (ticketNumber: string) =>
  queryOptions({
    queryKey: ['repair', ticketNumber],
    queryFn: ({ signal }) =>
      call('GET /api/repairs/{ticketNumber}', { params: { ticketNumber }, signal }),
  });

export const estimatesQuery = listQuery(['estimates'], (cursor, signal) =>
  call('GET /api/estimates', { query: cursor, signal }),
);

export const clientsQuery = (q: string, limit?: number) =>
  listQuery(['clients', { q, limit }], (cursor, signal) =>
    call('GET /api/clients', { query: { q, limit, ...cursor }, signal }),
  );

/** Under the same first word as the directory: what changes a client changes both. */
export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['clients', { id }],
    queryFn: ({ signal }) => call('GET /api/clients/{id}', { params: { id }, signal }),
  });

export const techniciansQuery = queryOptions({
  queryKey: ['technicians'],
  queryFn: ({ signal }) => call('GET /api/technicians', { signal }),
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

/** Every text in and out, newest first. */
export const textsQuery = listQuery(['messages', 'pages'], (cursor, signal) =>
  call('GET /api/messages', { query: { limit: 100, ...cursor }, signal }),
);

export const shopQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: ({ signal }) => call('GET /api/shop', { signal }),
  staleTime: 5 * 60_000,
});
