import ThumbsDown from 'lucide/thumbs-down';
import ThumbsUp from 'lucide/thumbs-up';
import { createContext, use } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { answeredStatuses } from '../../../domain/attention.ts';
import { answersFor, type RecordableAnswer } from '../../../domain/estimate-answers.ts';
import { createStore } from '../../data/store.ts';
import type { Icon } from '../../ui/classes.ts';
import { isolated } from '../../../domain/isolated.ts';

export interface RepairDialogProps {
  open: boolean;
  onClose: () => void;
  repair: Repair;
}

export const repairLine = ({ ticketNumber, watchBrand, watchModel, customerName }: Repair) =>
  `${ticketNumber} · ${isolated(watchBrand)} ${isolated(watchModel)} · ${isolated(customerName)}`;

export type RepairDialogName =
  | 'send-estimate'
  | 'book-accepted'
  | 'book-declined'
  | 'assign'
  | 'hand-on'
  | 'promise'
  | 'complete'
  | 'collect'
  | 'edit-completion'
  | 'reopen'
  | 'take-payment'
  | 'delete';

type OpenRepairDialog = (name: RepairDialogName, repair: Repair) => Promise<void>;

/** Filled by the dialogs' host (repair-dialogs.tsx), which stands around every repair. */
export const OpenDialog = createContext<OpenRepairDialog | null>(null);

/** Opens a dialog about a repair; done when it is open. */
export function useOpenRepairDialog(): OpenRepairDialog {
  const open = use(OpenDialog);
  if (open === null) throw new Error('A repair stands outside of <RepairDialogs>');
  return open;
}

/** The hosts on the screen, the innermost last: the ticket's page has its own. */
const hosts: OpenRepairDialog[] = [];

/** @returns how to take that back */
export function hostRepairDialogs(open: OpenRepairDialog): () => void {
  hosts.push(open);
  return () => void hosts.splice(hosts.indexOf(open), 1);
}

/** Opens a dialog about a repair from outside React, as a message's button does. */
export const openRepairDialog: OpenRepairDialog = async (name, repair) =>
  hosts.at(-1)?.(name, repair);

const looks: Record<RecordableAnswer, { dialog: RepairDialogName; label: string; icon: Icon }> = {
  accepted: { dialog: 'book-accepted', label: 'Accepted', icon: ThumbsUp },
  declined: { dialog: 'book-declined', label: 'Declined', icon: ThumbsDown },
};

const byStaff = 'by phone or at the counter';

/** The answers that can be booked on a ticket's estimate, with the dialog for each. */
export const bookableSteps = (status: string) =>
  answersFor(status).map((answer) => ({
    ...looks[answer],
    longLabel: `${looks[answer].label} ${byStaff}`,
  }));

/** After an ACCEPT another price needs another answer: staff should know what they replace. */
export const sendEstimateLabel = (status: string): string =>
  status === answeredStatuses.accepted ? 'Replace price' : 'Send estimate';

/** The number that was scanned last, until its ticket has noticed. */
export const scannedTicket = createStore<string | null>(null);
