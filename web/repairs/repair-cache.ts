import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Answer } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { repairQuery } from '../api/queries.ts';

type RepairPages = InfiniteData<Answer<'listRepairs'>, string | null>;

/** Shows a repair as the server just gave it, wherever it is on the screen. */
export function putRepair(queryClient: QueryClient, repair: Repair): void {
  queryClient.setQueryData(
    repairQuery(repair.ticketNumber).queryKey,
    (known) => known && { ...known, repair },
  );
  queryClient.setQueriesData<RepairPages>({ queryKey: ['repairs'] }, (known) => {
    if (known === undefined) return known;
    const pages = known.pages.map((page) => ({
      ...page,
      items: page.items.map((item) => (item.id === repair.id ? repair : item)),
    }));
    return { ...known, pages };
  });
}

const touchedByRepair = ['overview', 'repairs', 'repair', 'estimates', 'technicians', 'messages'];

/** Fetches anew what a change of a repair may have changed. */
export async function refreshRepairs(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    touchedByRepair.map((entity) => queryClient.invalidateQueries({ queryKey: [entity] })),
  );
}
