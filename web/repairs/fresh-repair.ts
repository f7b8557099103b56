import { useQuery } from '@tanstack/react-query';
import type { Repair } from '../../domain/api-answers.ts';
import { repairQuery } from '../api/queries.ts';
import { isDeletedRepair } from './deleted-repairs.ts';

/** A ticket with all that belongs to it, asked for only while it exists. */
export function useRepair(ticketNumber: string | null) {
  return useQuery({
    ...repairQuery(ticketNumber ?? ''),
    enabled: () => ticketNumber !== null && !isDeletedRepair(ticketNumber),
  });
}

/** @returns the ticket as it stands now, for a dialog that was opened for it a while ago */
export function useFreshRepair(repair: Repair, isNeeded: boolean): Repair {
  const { data } = useRepair(isNeeded ? repair.ticketNumber : null);
  const isNewer = data !== undefined && data.repair.updatedAt >= repair.updatedAt;
  return isNewer ? data.repair : repair;
}
