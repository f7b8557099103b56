import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { popUpAdvice } from './load-printing.ts';

/** What to do when the browser blocks the print window, and how to print all the same. */
export function PopUpsBlockedDialog({
  open,
  onClose,
  onPrintInPage,
}: {
  open: boolean;
  onClose: () => void;
  onPrintInPage: () => void;
}) {
  return (
    <ConfirmDialog
      open={open}
      title="Print failed"
      description={
        <>
          <p>{popUpAdvice}</p>
          <p className="mt-2">
            Or print in this page instead: nothing but the ticket will be on the paper.
          </p>
        </>
      }
      confirmLabel="Print in this page"
      tone="primary"
      onConfirm={onPrintInPage}
      onClose={onClose}
    />
  );
}
