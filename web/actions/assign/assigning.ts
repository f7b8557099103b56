import { useMutation } from '@tanstack/react-query';
import type { Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { call } from '../../data/call.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { type ToastMessage, toasts } from '../../data/toasts.ts';

/** What is said when nobody was chosen (specification, section 5, "Assign"). */
export const noTechnicianMessage = 'Please select a technician';

/** If the problem has no better title of its own (specification, section 8). */
export const failedTitle = 'Error assigning repair';

export const assigningProblem = (error: Error | null) => repairProblem(error, failedTitle);

/** The message once a technician has it (specification, section 8). */
export const assigned = ({ ticketNumber, assignedWatchmaker }: Repair): ToastMessage => ({
  kind: 'success',
  title: 'Repair assigned to technician!',
  detail: `${ticketNumber} is with ${isolated(assignedWatchmaker ?? '')} now`,
});

interface Assignment {
  ticketNumber: string;
  technicianId: string;
  /** Who has the repair now, when it is reassigned. */
  fromTechnicianId?: string;
}

export function useAssigning({ onAssigned }: { onAssigned: () => void }) {
  return useMutation({
    mutationFn: ({ ticketNumber, technicianId, fromTechnicianId }: Assignment) =>
      call('assignRepair', {
        params: { ticketNumber },
        body: { technicianId, fromTechnicianId: fromTechnicianId ?? null },
      }),
    onSuccess: ({ repair }) => {
      toasts.show(assigned(repair));
      onAssigned();
    },
    onError: (error) => showRepairProblem(error, failedTitle, 'in-place'),
    onSettled: refreshRepairs,
  });
}
