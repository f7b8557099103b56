import type { QueryKey } from '@tanstack/react-query';
import type { Change, Repair } from '../../domain/api-answers.ts';
import type { ListData } from './list-pages.ts';
import { queryClient, repairQuery } from './queries.ts';

/** Shows a repair as the server just gave it, wherever it is on the screen. */
export function putRepair(repair: Repair): void {
  queryClient.setQueryData(
    repairQuery(repair.ticketNumber).queryKey,
    (known) => known && { ...known, repair },
  );
  changeLists((items) => items.map((item) => (item.id === repair.id ? repair : item)));
}

/** Takes a deleted repair out of every list at once, also out of pages that nobody looks at. */
export function dropRepair(ticketNumber: string): void {
  changeLists((items) => items.filter((item) => item.ticketNumber !== ticketNumber));
}

function changeLists(change: (items: Repair[]) => Repair[]): void {
  queryClient.setQueriesData<ListData<Repair>>(
    { queryKey: ['repairs'] },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, items: change(page.items) })),
      },
  );
}

/** Whole entities by the first word of their keys (web/data/queries.ts). */
const touched: Record<Change['entity'], readonly string[]> = {
  repair: [
    'overview',
    'repairs',
    'technicians',
    'estimates',
    'jump',
    'attention',
    'client-events',
    'deleted',
  ],
  estimate: ['overview', 'estimates', 'repairs', 'attention'],
  // A ticket shows its client's details.
  client: [
    'overview',
    'clients',
    'client-events',
    'repairs',
    'estimates',
    'jump',
    'attention',
    'deleted',
  ],
  // One may opt its phone out, wherever that is shown.
  message: ['messages', 'repairs', 'attention', 'overview', 'clients'],
  shop: ['shop'],
};

async function refresh(entities: readonly string[]): Promise<void> {
  await Promise.all(
    entities.map((entity) => queryClient.invalidateQueries({ queryKey: [entity] })),
  );
}

/** Fetches anew what a change of a repair may have changed. */
export const refreshRepairs = () => refresh([...touched.repair, 'repair', 'messages']);

/** Fetches anew what a change of a client may have changed: tickets show their client's details. */
export const refreshClients = () =>
  refresh([...new Set([...touched.repair, ...touched.client]), 'repair', 'messages']);

/** @returns the keys of everything on the screen that a change may have changed, null for all of it */
export function touchedQueries(change: Change): QueryKey[] | null {
  const entities = touched[change.entity] as readonly string[] | undefined;
  // From a server that is newer than this page.
  if (entities === undefined) return null;
  return [
    ...entities.map((entity) => [entity]),
    change.ticketNumber === null ? ['repair'] : ['repair', change.ticketNumber],
  ];
}
