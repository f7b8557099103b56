import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { repairQuery } from '../api/queries.ts';
import { type RepairDialogName, useOpenRepairDialog } from './repair-dialogs.tsx';
import { showRepairProblem } from './repair-problem.ts';

/** Opens a dialog about a ticket of which only the number is at hand. */
export function useTicketDialog(ticketNumber: string) {
  const queryClient = useQueryClient();
  const openDialog = useOpenRepairDialog();
  const [opening, setOpening] = useState<RepairDialogName | null>(null);

  async function open(name: RepairDialogName): Promise<void> {
    setOpening(name);
    try {
      const { repair } = await queryClient.fetchQuery(repairQuery(ticketNumber));
      await openDialog(name, repair);
    } catch (error) {
      showRepairProblem(error);
    } finally {
      setOpening(null);
    }
  }

  return { open, opening };
}
