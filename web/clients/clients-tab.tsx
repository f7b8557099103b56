import { lazy, Suspense, useEffect, useRef } from 'react';
import type { Client } from '../../domain/api-answers.ts';
import { useAddress } from '../data/address.ts';
import { useWantedFocus } from '../data/wanted-focus.ts';
import { useDialogSubject } from '../ui/open-dialogs.ts';
import { ClientDetails, NoClientSelected } from './client-details.tsx';
import { ClientDirectory } from './client-directory.tsx';

const EditClientDialog = lazy(async () => ({
  default: (await import('./edit-client-dialog.tsx')).EditClientDialog,
}));
const DeleteClientDialog = lazy(async () => ({
  default: (await import('./delete-client-dialog.tsx')).DeleteClientDialog,
}));

/** The directory, and what is known of the client that is selected in it. */
export function ClientsTab() {
  const { client: selectedId, set } = useAddress();
  const edit = useDialogSubject<Client>();
  const deletion = useDialogSubject<Client>();
  const details = useDetailsFocus(selectedId);
  useWantedFocus('clients', () => details.ref.current?.focus());

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <ClientDirectory
        selectedId={selectedId}
        onSelect={({ id }) => {
          details.focusOn(id);
          set({ client: id });
        }}
        onNewRepair={({ id }) => set({ tab: 'new-repair', client: id })}
        onEdit={edit.open}
        onDelete={deletion.open}
      />
      {selectedId === null ? (
        <NoClientSelected />
      ) : (
        <section ref={details.ref} aria-label="Selected client" tabIndex={-1} className="min-w-0">
          <ClientDetails key={selectedId} clientId={selectedId} />
        </section>
      )}
      <Suspense>
        {edit.subject && (
          <EditClientDialog
            open={edit.isOpen}
            onClose={edit.close}
            onClosed={edit.forget}
            client={edit.subject}
          />
        )}
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
      </Suspense>
    </div>
  );
}

/**
 * A user who selects a client wants to read about it; one who arrives with a client selected stays
 * at the top.
 */
function useDetailsFocus(selectedId: string | null) {
  const ref = useRef<HTMLElement>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (selectedId === null || wanted.current !== selectedId) return;
    wanted.current = null;
    ref.current?.focus();
  }, [selectedId]);
  return {
    ref,
    focusOn(id: string) {
      if (id === selectedId) ref.current?.focus();
      else wanted.current = id;
    },
  };
}
