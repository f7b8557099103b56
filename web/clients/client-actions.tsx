import { useMutation } from '@tanstack/react-query';
import Pencil from 'lucide/pencil';
import Plus from 'lucide/plus';
import Trash2 from 'lucide/trash-2';
import UserSearch from 'lucide/user-search';
import type { Client } from '../../domain/api-answers.ts';
import { useAddress } from '../data/address.ts';
import { CallProblem, call } from '../data/call.ts';
import { failureOf, showFailure } from '../data/failure-toast.ts';
import { refreshClients } from '../data/repair-cache.ts';
import { wayBackAndWhere } from '../shop/restoring.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useDialogSubject } from '../ui/open-dialogs.ts';
import { isolated } from '../ui/text.tsx';
import { toasts } from '../ui/toasts.ts';
import { useClientEditor } from './edit-client-button.tsx';

export type ClientActions = Record<
  'select' | 'newRepair' | 'edit' | 'remove',
  (client: Client) => void
>;

/** What can be done with a client of the directory; the rest than what stands beside it as a button. */
export function clientMenu(client: Client, actions: ClientActions, where: 'row' | 'details') {
  const rowItems = [
    { label: 'Select', icon: UserSearch, run: () => actions.select(client) },
    { label: 'New Repair', icon: Plus, run: () => actions.newRepair(client) },
  ];
  return [
    {
      items: [
        ...(where === 'row' ? rowItems : []),
        { label: 'Edit', icon: Pencil, run: () => actions.edit(client) },
      ],
    },
    {
      items: [{ label: 'Delete', icon: Trash2, isDanger: true, run: () => actions.remove(client) }],
    },
  ];
}

/** Where what is done with a client leads, and the dialogs that it takes. */
export function useClientActions() {
  const { client: selectedId, set } = useAddress();
  const editor = useClientEditor();
  const deletion = useDialogSubject<Client>();
  return {
    newRepair: ({ id }: Client) => set({ tab: 'new-repair', client: id }),
    edit: editor.open,
    remove: deletion.open,
    dialogs: (
      <>
        {editor.dialog}
        {deletion.subject && (
          <DeleteClientDialog
            open={deletion.isOpen}
            onClose={deletion.close}
            onClosed={deletion.forget}
            onDeleted={({ id }) => {
              if (id === selectedId) set({ client: null }, { replace: true });
            }}
            client={deletion.subject}
          />
        )}
      </>
    ),
  };
}

const failed = { title: 'Error deleting client', detail: 'Please try again.' };

/** Asks before a client is taken out of the directory. */
function DeleteClientDialog({
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
    onSettled: refreshClients,
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
