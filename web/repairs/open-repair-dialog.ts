import { createContext, use } from 'react';
import type { Repair } from '../../domain/api-answers.ts';

export interface RepairDialogProps {
  open: boolean;
  onClose: () => void;
  repair: Repair;
}

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
