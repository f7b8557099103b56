import type { QueryKey } from '@tanstack/react-query';
import type { Change, Repair, RepairRow } from '../../domain/api-answers.ts';
import type { ListData } from './list-pages.ts';
import { queryClient, repairQuery } from './queries.ts';

/** Shows a repair as the server just returned it, wherever it is on the screen. */
export function putRepair(repair: Repair): void {
  queryClient.setQueryData(
    repairQuery(repair.ticketNumber).queryKey,
    (known) => known && { ...known, repair },
  );
  changeLists((items) => items.map((item) => (item.id === repair.id ? repair : item)));
}

/** Takes a deleted repair out of every list at once, even out of pages that no one is looking at. */
export function dropRepair(ticketNumber: string): void {
  changeLists((items) => items.filter((item) => item.ticketNumber !== ticketNumber));
}

function changeLists(change: (items: RepairRow[]) => RepairRow[]): void {
  queryClient.setQueriesData<ListData<RepairRow>>(
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
    'repair-counts',
    'technicians',
    'estimates',
    'estimate-counts',
    'jump',
    'attention',
    'client-events',
    'deleted',
    'money',
    'parts',
    'sendings',
    'warranties',
    'watches',
  ],
  estimate: [
    'watches',
    'overview',
    'estimates',
    'estimate-counts',
    'repairs',
    'repair-counts',
    'attention',
  ],
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
    'money',
    'parts',
    'sendings',
    'watches',
  ],
  // One may opt its phone out, wherever that is shown.
  message: ['messages', 'repairs', 'attention', 'overview', 'clients', 'texting'],
  shop: ['shop', 'settings'],
  // Tickets show today's names of the technicians; the zone says when a day and a month begin.
  settings: [
    'settings',
    'settings-events',
    'texting',
    'shop',
    'technicians',
    'repairs',
    'repair-counts',
    'estimates',
    'estimate-counts',
    'jump',
    'backups',
    'money',
  ],
  'closed-day': ['money'],
};

async function refresh(entities: readonly string[]): Promise<void> {
  await Promise.all(
    entities.map((entity) => queryClient.invalidateQueries({ queryKey: [entity] })),
  );
}

interface Refresh {
  (): Promise<void>;
  /**
   * For a mutation's `onSettled`. After a success, it waits until the new state is there; a failure is reported
   * right away, since fetching may take as long as the network is down.
   */
  (answer: unknown, failure: Error | null): Promise<void>;
}

const refresher =
  (entities: readonly string[]): Refresh =>
  async (_answer?: unknown, failure?: Error | null) => {
    const refreshed = refresh(entities);
    if (!failure) await refreshed;
  };

export const refreshRepairs = refresher([...touched.repair, 'repair', 'messages']);

/** Fetches again what a change of a client may have changed: tickets show their client's details. */
export const refreshClients = refresher([
  ...new Set([...touched.repair, ...touched.client]),
  'repair',
  'messages',
]);

export const refreshSettings = refresher([...touched.settings, 'repair']);

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
