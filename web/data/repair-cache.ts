import type { QueryClient } from '@tanstack/react-query';
import type { Repair } from '../../domain/api-answers.ts';
import type { ListData } from './list-pages.ts';
import { repairQuery } from './queries.ts';

/** Fetches anew what a change of a client may have changed: tickets show their client's details. */
export async function refreshClients(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['clients'] }),
    refreshRepairs(queryClient),
  ]);
}

/** Shows a repair as the server just gave it, wherever it is on the screen. */
export function putRepair(queryClient: QueryClient, repair: Repair): void {
  queryClient.setQueryData(
    repairQuery(repair.ticketNumber).queryKey,
    (known) => known && { ...known, repair },
  );
  changeLists(queryClient, (items) => items.map((item) => (item.id === repair.id ? repair : item)));
}

/** Takes a deleted repair out of every list at once, also out of pages that nobody looks at. */
export function dropRepair(queryClient: QueryClient, ticketNumber: string): void {
  changeLists(queryClient, (items) => items.filter((item) => item.ticketNumber !== ticketNumber));
}

function changeLists(queryClient: QueryClient, change: (items: Repair[]) => Repair[]): void {
  queryClient.setQueriesData<ListData<Repair>>(
    { queryKey: ['repairs'] },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, items: change(page.items) })),
      },
  );
}

const touchedByRepair = [
  'overview',
  'repairs',
  'repair',
  'estimates',
  'technicians',
  'messages',
  'attention',
  'jump',
  'client-events',
  'deleted',
];

/** Fetches anew what a change of a repair may have changed. */
export async function refreshRepairs(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    touchedByRepair.map((entity) => queryClient.invalidateQueries({ queryKey: [entity] })),
  );
}
