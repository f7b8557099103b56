import type { QueryKey } from '@tanstack/react-query';
import type { Answer } from '../../domain/api.ts';
import type { Estimate, RepairRow } from '../../domain/api-answers.ts';
import { isWholeRepair } from '../../domain/repair-lists.ts';

interface KeptList {
  queryKey: QueryKey;
  data: unknown;
  at: number;
}

/** The items of all lists of a kind; those of the list that was kept last come at the end. */
function itemsOf<Item>(kept: readonly KeptList[], kind: string): { item: Item; at: number }[] {
  return kept
    .filter(({ queryKey: [first] }) => first === kind)
    .sort((one, other) => one.at - other.at)
    .flatMap(({ data, at }) => {
      const { pages = [] } = data as Partial<{ pages: { items: Item[] }[] }>;
      return pages.flatMap(({ items }) => items.map((item) => ({ item, at })));
    });
}

/**
 * A ticket with what this browser's copies of the lists have of it: the repair and its estimate, but neither
 * payments nor texts nor history.
 *
 * @param kept the copies
 * @returns with the time when the server gave it; undefined if no list has the whole repair
 */
export function ticketFromLists(
  kept: readonly KeptList[],
  ticketNumber: unknown,
): { data: Answer<'getRepair'>; at: number } | undefined {
  const found = itemsOf<RepairRow>(kept, 'repairs').flatMap(({ item: repair, at }) =>
    repair.ticketNumber === ticketNumber && isWholeRepair(repair) ? { repair, at } : [],
  );
  const last = found.at(-1);
  if (last === undefined) return undefined;
  const estimate = itemsOf<Estimate>(kept, 'estimates').findLast(
    ({ item }) => item.repairId === ticketNumber,
  );
  return {
    at: last.at,
    data: {
      repair: last.repair,
      siblings: [],
      estimates: estimate === undefined ? [] : [estimate.item],
      messages: [],
      events: [],
      payments: [],
      parts: [],
      notes: [],
      measurements: [],
      sendings: [],
      photos: [],
      signatures: [],
      warranties: [],
      comebacks: [],
      undoneCompletion: null,
      finalCheck: null,
    },
  };
}
