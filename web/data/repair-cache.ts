import type { QueryKey } from '@tanstack/react-query';
import type { Change, Repair, RepairRow } from '../../domain/api-answers.ts';
import type { ListData } from './list-pages.ts';
import { queryClient, repairQuery } from './queries.ts';
import { type QueryKind, queryKinds } from './query-kinds.ts';

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

const kinds = Object.keys(queryKinds) as QueryKind[];

/** What a change to an entity may affect. */
const touched = (entity: Change['entity']): QueryKind[] =>
  kinds.filter((kind) => (queryKinds[kind].follows as readonly string[]).includes(entity));

async function refresh(those: readonly QueryKind[]): Promise<void> {
  await Promise.all(those.map((kind) => queryClient.invalidateQueries({ queryKey: [kind] })));
}

interface Refresh {
  (): Promise<void>;
  /**
   * For a mutation's `onSettled`. After a success, it waits until the new state has arrived; a failure is reported
   * right away, since fetching may take as long as the network is down.
   */
  (answer: unknown, failure: Error | null): Promise<void>;
}

const refresher =
  (those: readonly QueryKind[]): Refresh =>
  async (_answer?: unknown, failure?: Error | null) => {
    const refreshed = refresh(those);
    if (!failure) await refreshed;
  };

export const refreshRepairs = refresher([...touched('repair'), 'repair', 'messages']);

/** Fetches again what a change to a client may affect: tickets show their client's details. */
export const refreshClients = refresher([
  ...new Set([...touched('repair'), ...touched('client')]),
  'repair',
  'messages',
]);

export const refreshSettings = refresher([...touched('settings'), 'repair']);

/** @returns the keys of everything on the screen that a change may have changed, null for all of it */
export function touchedQueries(change: Change): QueryKey[] | null {
  const those = touched(change.entity);
  // From a server that is newer than this page.
  if (those.length === 0) return null;
  return [
    ...those.map((kind): QueryKey => [kind]),
    change.ticketNumber === null ? ['repair'] : ['repair', change.ticketNumber],
  ];
}
