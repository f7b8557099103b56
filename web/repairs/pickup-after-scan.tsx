import { useEffect, useEffectEvent } from 'react';
import { mayCollect } from '../../domain/pickup.ts';
import { currentPlace } from '../data/address.ts';
import { queryClient, repairQuery } from '../data/queries.ts';
import { useOpenRepairDialog } from './open-repair-dialog.ts';
import { scannedTicket } from './scanned-ticket.ts';

/** Who scans the ticket of a watch that is ready has its owner before them. */
export function PickupAfterScan({ ticketNumber }: { ticketNumber: string }) {
  const openDialog = useOpenRepairDialog();
  const isScanned = scannedTicket.useValue() === ticketNumber;

  const offer = useEffectEvent(async () => {
    scannedTicket.set(null);
    const { repair } = await queryClient.fetchQuery(repairQuery(ticketNumber));
    const isStillMeant = currentPlace().ticket === ticketNumber;
    if (mayCollect(repair) && isStillMeant) await openDialog('collect', repair);
  });

  useEffect(() => {
    // What cannot be fetched is told by the ticket itself.
    if (isScanned) offer().catch(() => undefined);
  }, [isScanned]);

  return null;
}
