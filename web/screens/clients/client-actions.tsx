import Pencil from 'lucide/pencil';
import Plus from 'lucide/plus';
import Trash2 from 'lucide/trash-2';
import UserSearch from 'lucide/user-search';
import type { ComponentProps } from 'react';
import type { Client } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { wayBackAndWhere } from '../../actions/delete/restoring.ts';
import { useAddress } from '../../data/address.ts';
import { call } from '../../data/call.ts';
import { refreshClients } from '../../data/repair-cache.ts';
import { useClientEditor } from '../../parts/client/edit-client-button.tsx';
import { DeleteDialog } from '../../parts/list/delete-dialog.tsx';
import { useDialogSubject } from '../../ui/open-dialogs.ts';

export type ClientActions = Record<
  'select' | 'newRepair' | 'edit' | 'remove',
  (client: Client) => void
>;

/** What can be done with a client of the directory; all but what has a button beside it. */
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

export function useClientActions() {
  const { set } = useAddress();
  const editor = useClientEditor();
  const deletion = useDialogSubject<Client>();
  return {
    newRepair: ({ id }: Client) => set({ tab: 'new-repair', client: id }),
    edit: editor.open,
    remove: deletion.open,
    dialogs: (
      <>
        {editor.dialog}
        {deletion.subject && <DeleteClient of={deletion} client={deletion.subject} />}
      </>
    ),
  };
}

const failed = { title: 'Error deleting client', detail: 'Please try again.' };

function DeleteClient({
  client: { id, name },
  ...question
}: Pick<ComponentProps<typeof DeleteDialog>, 'of'> & { client: Client }) {
  const { client: selectedId, set } = useAddress();
  return (
    <DeleteDialog
      {...question}
      title={`Delete client ${isolated(name)}?`}
      description={`The client is removed from the directory and from search. Their repair tickets stay and keep the client’s details. ${wayBackAndWhere}`}
      remove={() => call('deleteClient', { params: { id } })}
      done="Client deleted successfully"
      failed={() => failed}
      gone={['client-not-found']}
      refresh={refreshClients}
      onDeleted={() => {
        if (id === selectedId) set({ client: null }, { replace: true });
      }}
    />
  );
}
