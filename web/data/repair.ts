import { useQuery } from '@tanstack/react-query';
import type { Repair, RepairRow } from '../../domain/api-answers.ts';
import { isWholeRepair } from '../../domain/repair-lists.ts';
import { isDeletedRepair } from './deleted-repairs.ts';
import { queryClient, repairQuery } from './queries.ts';

/** A ticket with all that belongs to it, asked for only while it exists. */
export function useRepair(ticketNumber: string | null) {
  return useQuery({
    ...repairQuery(ticketNumber ?? ''),
    enabled: () => ticketNumber !== null && !isDeletedRepair(ticketNumber),
  });
}

/** @returns the ticket as it is now, for a dialog that was opened for it a while ago */
export function useFreshRepair(repair: Repair, isNeeded: boolean): Repair {
  const { data } = useRepair(isNeeded ? repair.ticketNumber : null);
  const isNewer = data !== undefined && data.repair.updatedAt >= repair.updatedAt;
  return isNewer ? data.repair : repair;
}

/** Fetches what a row, or the number alone, does not have. */
export async function wholeRepair(of: RepairRow | string): Promise<Repair> {
  if (typeof of !== 'string' && isWholeRepair(of)) return of;
  const ticketNumber = typeof of === 'string' ? of : of.ticketNumber;
  return (await queryClient.fetchQuery(repairQuery(ticketNumber))).repair;
}
