import type { Repair } from '../../domain/api-answers.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { useAddress } from '../data/address.ts';
import { useAwayReason } from '../data/outage.ts';
import { openBalance } from '../payments/open-balance.tsx';
import { usePrinting } from '../print/print-button.tsx';
import {
  bookableSteps,
  type RepairDialogName,
  useOpenRepairDialog,
} from '../repairs/open-repair-dialog.ts';
import { correctionsOf, startWork, stepsFor } from '../repairs/repair-actions.tsx';
import { useRepair } from '../repairs/ticket-dialog.ts';

interface TicketChoices {
  heading: string;
  actions: { name: string; run: () => void }[];
}

const payment: { dialog: RepairDialogName; label: string } = {
  dialog: 'take-payment',
  label: 'Take payment',
};

/** What opens a dialog about the repair, under the names that it has on its ticket. */
const dialogsOf = (repair: Repair) => [
  ...stepsFor(repair).map(({ dialog, label }) => ({ dialog, label })),
  ...bookableSteps(repair.status).map(({ dialog, longLabel }) => ({ dialog, label: longLabel })),
  ...(openBalance(repair) === null ? [] : [payment]),
  ...correctionsOf(repair).map(({ dialog, label }) => ({ dialog, label })),
];

/**
 * What can be done with the ticket that is open. What opens a dialog comes before what happens at
 * once: Enter by mistake starts nothing.
 */
export function useTicketChoices(): TicketChoices | null {
  const { ticket } = useAddress();
  const repair = useRepair(ticket).data?.repair;
  const openDialog = useOpenRepairDialog();
  const isAway = useAwayReason() !== undefined;
  const printing = usePrinting(repair ?? (async () => []));
  if (ticket === null || repair === undefined) return null;
  const { ticketNumber, status } = repair;
  const asked = dialogsOf(repair).map(({ dialog, label }) => ({
    name: label,
    run: () => void openDialog(dialog, repair),
  }));
  const start = { name: 'Start work', run: () => void startWork(ticketNumber) };
  const print = { name: 'Print ticket', run: () => void printing.start('window') };
  return {
    heading: `Ticket ${ticketNumber}`,
    actions: [...(isAway ? [] : [...asked, ...(isAllowed('start', status) ? [start] : [])]), print],
  };
}
