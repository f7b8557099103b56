import { createContext, use, useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { isolated } from '../ui/text.tsx';

export interface RepairDialogProps {
  open: boolean;
  onClose: () => void;
  repair: Repair;
}

/** Which repair a dialog is about. */
export const repairLine = ({ ticketNumber, watchBrand, watchModel, customerName }: Repair) =>
  `${ticketNumber} · ${isolated(watchBrand)} ${isolated(watchModel)} · ${isolated(customerName)}`;

export type RepairDialogName =
  | 'send-estimate'
  | 'book-accepted'
  | 'book-declined'
  | 'assign'
  | 'hand-on'
  | 'complete'
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

/** Opens dialogs about one repair. @returns which one is on its way, too */
export function useRepairDialog(repair: Repair) {
  const openDialog = useOpenRepairDialog();
  const [opening, setOpening] = useState<RepairDialogName | null>(null);

  async function open(name: RepairDialogName): Promise<void> {
    setOpening(name);
    await openDialog(name, repair);
    setOpening(null);
  }

  return { open, opening };
}
