import { queryOptions } from '@tanstack/react-query';
import type { Span } from '../../../domain/day-money.ts';
import { call } from '../../data/call.ts';
import { listQuery } from '../../data/list-pages.ts';

/** What the Money screen reads; in its own file, because no other screen does. */

/** The sums of the payments in a range of days, with the closed days among them. */
export const moneyQuery = ({ from, to }: Span) =>
  queryOptions({
    queryKey: ['money', { from, to }],
    queryFn: ({ signal }) => call('getMoney', { query: { from, to }, signal }),
  });

export const paymentsQuery = ({ from, to }: Span) =>
  listQuery(['money', 'payments', { from, to }], (cursor, signal) =>
    call('listPayments', { query: { from, to, ...cursor }, signal }),
  );

export const closedDaysQuery = listQuery(['money', 'closed'], (cursor, signal) =>
  call('listClosedDays', { query: cursor, signal }),
);
