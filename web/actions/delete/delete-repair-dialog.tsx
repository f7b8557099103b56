import { useMutation } from '@tanstack/react-query';
import type { Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { listText } from '../../../domain/list-text.ts';
import { useAddress } from '../../data/address.ts';
import { CallProblem, call } from '../../data/call.ts';
import { hideRepairDuring, noteDeletedRepair } from '../../data/deleted-repairs.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { dropRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { undoDeletion, wayBack, wayBackAndWhere } from './restoring.ts';

/** Deleting takes no time: a connection that is silent for this long will not bring the answer. */
const longestWaitMs = 20_000;

export function DeleteRepairDialog({ open, onClose, repair }: ActionProps) {
  const { ticket, closeTicket } = useAddress();
  const { ticketNumber, customerName } = repair;

  function leave() {
    noteDeletedRepair(ticketNumber);
    onClose();
    if (ticket === ticketNumber) closeTicket();
    dropRepair(ticketNumber);
    void refreshRepairs();
  }

  /** Not noted as deleted: if it still exists, it comes back when the message is gone. */
  function leaveUncertain() {
    const said = toasts.show({
      kind: 'error',
      title: 'Database deletion failed',
      detail: 'Repair was removed locally but may still exist in database',
    });
    hideRepairDuring(said, ticketNumber, () => void refreshRepairs());
    dropRepair(ticketNumber);
    onClose();
    if (ticket === ticketNumber) closeTicket();
    void refreshRepairs();
  }

  const deleting = useMutation({
    mutationFn: () =>
      call('deleteRepair', {
        params: { ticketNumber },
        signal: AbortSignal.timeout(longestWaitMs),
      }),
    onSuccess: () => {
      toasts.show({
        kind: 'success',
        title: 'Repair deleted',
        detail: `Repair for ${isolated(customerName)} has been permanently deleted.\n${wayBack}`,
        action: { label: 'Undo', run: () => void undoDeletion(repair) },
      });
      leave();
    },
    onError: (error) => {
      const code = error instanceof CallProblem ? error.code : null;
      // The login takes the screen's place.
      if (code === 'not-logged-in') return;
      if (code !== 'repair-not-found') return leaveUncertain();
      showRepairProblem(error);
      // Someone else got there first.
      leave();
    },
  });

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onClosed={deleting.reset}
      title={`Delete repair ${ticketNumber} for ${isolated(customerName)}?`}
      description={`${whatGoes(repair)} ${wayBackAndWhere}`}
      confirmLabel="Delete"
      pending={deleting.isPending}
      onConfirm={() => {
        if (!deleting.isSuccess) deleting.mutate();
      }}
    />
  );
}

/** @returns a sentence, e.g. "This deletes the ticket, its estimates, and its photo." */
function whatGoes(repair: Repair): string {
  const photos = [repair.initialPhotoUrl, repair.completedPhotoUrl].filter((url) => url !== null);
  const things = [
    'the ticket',
    repair.estimateId !== null && 'its estimates',
    photos.length === 1 && 'its photo',
    photos.length > 1 && 'its photos',
  ].filter((thing) => thing !== false);
  return `This deletes ${listText(things)}.`;
}
