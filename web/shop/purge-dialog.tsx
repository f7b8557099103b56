import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeletedItem } from '../../domain/api-clients.ts';
import { CallProblem, call } from '../data/call.ts';
import { failureOf, showFailure } from '../data/failure-toast.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isolated } from '../ui/text.tsx';
import { toasts } from '../ui/toasts.ts';
import { isNoLongerDeleted, refreshDeleted } from './restoring.ts';

function failureFrom(error: Error) {
  const title = error instanceof CallProblem ? error.title : 'Not deleted for good';
  return { title, detail: error.message };
}

/** Asks before the way back is closed. */
export function PurgeDialog({
  open,
  onClose,
  onClosed,
  item,
}: {
  open: boolean;
  onClose: () => void;
  /** After the closing movement. */
  onClosed: () => void;
  item: DeletedItem;
}) {
  const queryClient = useQueryClient();
  const { id, ticketNumber, name } = item;
  const purging = useMutation({
    mutationFn: () =>
      ticketNumber === null
        ? call('DELETE /api/deleted/clients/{id}', { params: { id } })
        : call('DELETE /api/deleted/repairs/{ticketNumber}', { params: { ticketNumber } }),
    onSuccess: () => {
      toasts.show({ kind: 'success', title: 'Deleted for good' });
      onClose();
    },
    onError: (error) => {
      showFailure(error, failureFrom(error));
      // Someone else got there first, one way or the other.
      if (isNoLongerDeleted(error)) onClose();
    },
    onSettled: () => refreshDeleted(queryClient),
  });
  const { error } = purging;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={
        ticketNumber === null
          ? `Delete client ${isolated(name)} for good?`
          : `Delete repair ${ticketNumber} for ${isolated(name)} for good?`
      }
      description={
        ticketNumber === null
          ? 'The client can no longer be brought back. Repair tickets stay and keep showing the client’s details. This cannot be undone.'
          : 'The ticket goes with its estimates, its photos and the words of its texts. This cannot be undone.'
      }
      confirmLabel="Delete for good"
      pending={purging.isPending}
      problem={error && failureOf(error, failureFrom(error))}
      onConfirm={() => {
        if (!purging.isSuccess) purging.mutate();
      }}
    />
  );
}
