import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useAddress } from '../data/address.ts';
import { toasts } from '../ui/toasts.ts';
import { PartBoundary } from './part-boundary.tsx';

/** Loads what the details are made of, so that a later press needs no network. */
export const loadRepairDialog = async () => ({
  default: (await import('../repairs/repair-dialog.tsx')).RepairDialog,
});

const RepairDialog = lazy(loadRepairDialog);

/** Loads the details of a ticket when the first one is opened, and keeps them ready. */
export function RepairDialogHost() {
  const { ticket } = useAddress();
  const [isNeeded, setIsNeeded] = useState(false);
  if (ticket !== null && !isNeeded) setIsNeeded(true);

  if (!isNeeded) return null;
  return (
    <PartBoundary resetKey={ticket} fallback={(error) => <NotOpened error={error} />}>
      <Suspense fallback={null}>
        <RepairDialog />
      </Suspense>
    </PartBoundary>
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
