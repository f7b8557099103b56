import { useMutation } from '@tanstack/react-query';
import type { Estimate } from '../../domain/api-answers.ts';
import { formatPrice } from '../../domain/money.ts';
import { CallProblem, call } from '../data/call.ts';
import { failureOf, showFailure } from '../data/failure-toast.ts';
import { refreshRepairs } from '../data/repair-cache.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { isolated } from '../ui/text.tsx';
import { toasts } from '../ui/toasts.ts';

const failed = { title: 'Delete failed', detail: 'Could not delete estimate' };

/** Asks before an estimate is deleted, and says what becomes of its ticket. */
export function DeleteEstimateDialog({
  open,
  onClose,
  onClosed,
  estimate,
}: {
  open: boolean;
  onClose: () => void;
  /** After the closing movement. */
  onClosed: () => void;
  estimate: Estimate;
}) {
  const { id, customerName, estimatePrice, repairId } = estimate;

  const deleting = useMutation({
    mutationFn: () => call('DELETE /api/estimates/{id}', { params: { id } }),
    onSuccess: () => {
      toasts.show({ kind: 'success', title: 'Estimate deleted' });
      onClose();
    },
    onError: (error) => {
      showFailure(error, failed);
      // Someone else got there first.
      if (error instanceof CallProblem && error.code === 'estimate-not-found') onClose();
    },
    onSettled: refreshRepairs,
  });

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={`Delete the estimate of ${formatPrice(estimatePrice)} for ${isolated(customerName)}?`}
      description={`The customer’s answer to it no longer counts. Ticket ${repairId} stays and goes back to the bench, or to Pending when nobody has it.`}
      confirmLabel="Delete"
      pending={deleting.isPending}
      problem={failureOf(deleting.error, failed)}
      onConfirm={() => {
        if (!deleting.isSuccess) deleting.mutate();
      }}
    />
  );
}
