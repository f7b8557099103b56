import { useEffect, useRef } from 'react';
import { useAddress } from '../data/address.ts';
import { useWantedFocus } from '../data/wanted-focus.ts';
import { useClientActions } from './client-actions.tsx';
import { ClientDetails, NoClientSelected } from './client-details.tsx';
import { ClientDirectory } from './client-directory.tsx';

/** The directory, and what is known of the client that is selected in it. */
export function ClientsTab() {
  const { client: selectedId, set } = useAddress();
  const { dialogs, ...actions } = useClientActions();
  const details = useRef<HTMLElement>(null);
  /** Selected by a press, to be read; one who arrives with a client selected stays at the top. */
  const wanted = useRef<string | null>(null);
  useWantedFocus('clients', () => details.current?.focus());

  useEffect(() => {
    if (selectedId === null || wanted.current !== selectedId) return;
    wanted.current = null;
    details.current?.focus();
  }, [selectedId]);

  function select({ id }: { id: string }) {
    if (id === selectedId) details.current?.focus();
    else {
      wanted.current = id;
      set({ client: id });
    }
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <ClientDirectory selectedId={selectedId} actions={{ ...actions, select }} />
      {selectedId === null ? (
        <NoClientSelected />
      ) : (
        <section ref={details} aria-label="Selected client" tabIndex={-1} className="min-w-0">
          <ClientDetails key={selectedId} clientId={selectedId} actions={{ ...actions, select }} />
        </section>
      )}
      {dialogs}
    </div>
  );
}
