import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { watchLostFocus } from '../../ui/focus.ts';
import {
  hostRepairDialogs,
  OpenDialog,
  type RepairDialogName,
  type RepairDialogProps,
} from './open-action.ts';
import { showNotOpened } from './panels.ts';
import { useFreshRepair } from './ticket-action.ts';

const load = {
  'send-estimate': async () =>
    (await import('../../actions/estimate/send-estimate-dialog.tsx')).SendEstimateDialog,
  'book-accepted': async () =>
    (await import('../../actions/answer/book-answer-dialog.tsx')).BookAccepted,
  'book-declined': async () =>
    (await import('../../actions/answer/book-answer-dialog.tsx')).BookDeclined,
  assign: async () => (await import('../../actions/assign/assign-dialog.tsx')).AssignDialog,
  'hand-on': async () => (await import('../../actions/assign/assign-dialog.tsx')).HandOnDialog,
  promise: async () => (await import('../../actions/promise/promise-dialog.tsx')).PromiseDialog,
  complete: async () => (await import('../../actions/complete/complete-dialog.tsx')).CompleteDialog,
  collect: async () => (await import('../../actions/collect/collect-dialog.tsx')).CollectDialog,
  'edit-completion': async () =>
    (await import('../../actions/edit-completion/edit-completion-dialog.tsx')).EditCompletionDialog,
  reopen: async () => (await import('../../actions/reopen/reopen-dialog.tsx')).ReopenDialog,
  'take-payment': async () =>
    (await import('../../actions/pay/take-payment-dialog.tsx')).TakePaymentDialog,
  delete: async () =>
    (await import('../../actions/delete/delete-repair-dialog.tsx')).DeleteRepairDialog,
} satisfies Record<RepairDialogName, () => Promise<ComponentType<RepairDialogProps>>>;

/** Load what the dialogs are made of, so that a later press needs no network. */
export const repairDialogLoaders: readonly (() => Promise<unknown>)[] = Object.values(load);

interface Shown {
  name: RepairDialogName;
  Part: ComponentType<RepairDialogProps>;
  repair: Repair;
  /** Counts the openings: each begins with the ticket as it is shown then. */
  opening: number;
}

/**
 * The dialogs of all the repairs inside: they outlive the card that they were opened from, which may
 * leave its list at the very moment the work is done.
 */
export function RepairDialogs({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  async function open(name: RepairDialogName, repair: Repair) {
    try {
      const Part = await load[name]();
      setShown((last) => ({ name, Part, repair, opening: (last?.opening ?? 0) + 1 }));
      setIsOpen(true);
    } catch {
      showNotOpened();
    }
  }

  const openWanted = useEffectEvent(open);
  useEffect(() => hostRepairDialogs((name, repair) => openWanted(name, repair)), []);

  return (
    <OpenDialog value={open}>
      {children}
      {shown && (
        <ShownDialog
          key={shown.opening}
          {...shown}
          open={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </OpenDialog>
  );
}

function ShownDialog({
  Part,
  repair,
  open,
  onClose,
}: Shown & { open: boolean; onClose: () => void }) {
  const fresh = useFreshRepair(repair, open);

  useEffect(() => (open ? undefined : watchLostFocus()), [open]);

  return <Part open={open} onClose={onClose} repair={fresh} />;
}
