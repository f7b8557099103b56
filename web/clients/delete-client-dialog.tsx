import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../domain/api-answers.ts';
import { CallProblem, call } from '../data/call.ts';
import { failureOf, showFailure } from '../data/failure-toast.ts';
import { refreshClients } from '../data/repair-cache.ts';
import { wayBackAndWhere } from '../shop/restoring.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { isolated } from '../ui/text.tsx';
import { toasts } from '../ui/toasts.ts';

const failed = { title: 'Error deleting client', detail: 'Please try again.' };

/** Asks before a client is taken out of the directory. */
export function DeleteClientDialog({
  open,
  onClose,
  onClosed,
  onDeleted,
  client,
}: {
  open: boolean;
  onClose: () => void;
  /** After the closing movement. */
  onClosed: () => void;
  onDeleted: (client: Client) => void;
  client: Client;
}) {
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => call('DELETE /api/clients/{id}', { params: { id: client.id } }),
    onSuccess: () => {
      toasts.show({ kind: 'success', title: 'Client deleted successfully' });
      onClose();
      onDeleted(client);
    },
    onError: (error) => {
      showFailure(error, failed);
      // Someone else got there first.
      if (error instanceof CallProblem && error.code === 'client-not-found') onClose();
    },
    onSettled: () => refreshClients(queryClient),
  });

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={`Delete client ${isolated(client.name)}?`}
      description={`The client leaves the directory and every search. Repair tickets stay and keep showing the client’s details. ${wayBackAndWhere}`}
      confirmLabel="Delete"
      pending={deleting.isPending}
      problem={failureOf(deleting.error, failed)}
      onConfirm={() => {
        if (!deleting.isSuccess) deleting.mutate();
      }}
    />
  );
}
