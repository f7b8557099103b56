import type { Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { assigned, failedTitle } from './assigning.ts';

/** Assigns a repair when the technician's name is pressed, says how it went, and offers Undo. */
export async function assignTo(ticketNumber: string, technicianId: string): Promise<void> {
  try {
    const { repair } = await call('assignRepair', {
      params: { ticketNumber },
      body: { technicianId, fromTechnicianId: null },
    });
    putRepair(repair);
    toasts.show({
      ...assigned(repair),
      action: { label: 'Undo', run: () => void undoAssign(repair) },
    });
  } catch (error) {
    showRepairProblem(error, failedTitle);
  }
  await refreshRepairs();
}

/** Takes the repair as the assignment left it: anything done since prevents the undo. */
async function undoAssign({ ticketNumber, updatedAt, assignedWatchmaker }: Repair): Promise<void> {
  try {
    const { repair } = await call('undoAssign', {
      params: { ticketNumber },
      seenVersion: updatedAt,
    });
    putRepair(repair);
    toasts.show({
      kind: 'success',
      title: 'Assignment undone',
      detail: repair.assignedWatchmaker
        ? `${ticketNumber} is with ${isolated(repair.assignedWatchmaker)} again`
        : `${ticketNumber} is no longer with ${isolated(assignedWatchmaker ?? '')}`,
    });
  } catch (error) {
    const problem = error as Error;
    if (isChangedMeanwhile(problem)) {
      putRepair(problem.document.repair as Repair);
      toasts.show({
        kind: 'error',
        title: 'Couldn’t undo',
        detail: `${ticketNumber} has been changed in the meantime.`,
      });
    } else showRepairProblem(error, 'Couldn’t undo');
  }
  await refreshRepairs();
}
