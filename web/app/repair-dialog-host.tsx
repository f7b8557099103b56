import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useAddress } from '../data/address.ts';
import { toasts } from '../ui/toasts.ts';
import { PartBoundary } from './part-boundary.tsx';

/** Not by React's lazy: that shows a fallback, for 300 ms, even for what has been fetched ahead. */
let loaded: ComponentType | null = null;

/** Loads what the details are made of, so that a later press needs no network. */
export async function loadRepairDialog(): Promise<void> {
  loaded ??= (await import('../repairs/repair-dialog.tsx')).RepairDialog;
}

/** Loads the details of a ticket when the first one is opened, and keeps them ready. */
export function RepairDialogHost() {
  const { ticket } = useAddress();
  const [Part, setPart] = useState<ComponentType | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  if (ticket !== null && Part === null && loaded !== null) setPart(() => loaded);

  useEffect(() => {
    if (ticket === null || loaded !== null) return;
    setFailure(null);
    loadRepairDialog().then(() => setPart(() => loaded), setFailure);
  }, [ticket]);

  if (failure !== null && Part === null) return <NotOpened error={failure} />;
  return (
    Part && (
      <PartBoundary resetKey={ticket} fallback={(error) => <NotOpened error={error} />}>
        <Part />
      </PartBoundary>
    )
  );
}

function NotOpened({ error }: { error: unknown }) {
  const { ticket, closeTicket } = useAddress();
  const leave = useEffectEvent(closeTicket);
  useEffect(() => {
    if (ticket === null) return;
    toasts.show({
      kind: 'error',
      title: `${ticket} could not be opened`,
      detail: `${error instanceof Error ? error.message : error}. Reload the page to try again.`,
    });
    leave();
  }, [ticket, error]);
  return null;
}
