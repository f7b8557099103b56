import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef, useState } from 'react';
import { type Problem, ProblemBanner } from './banner.tsx';
import { Button } from './button.tsx';
import { useOpenDialog } from './open-dialogs.ts';

export interface ConfirmDialogProps {
  open: boolean;
  /** Named in full: "Delete repair WH123456ABC for Ana Lima?" */
  title: ReactNode;
  /** What goes with it, and whether it can be brought back. */
  description?: ReactNode;
  /** The verb of what happens, e.g. "Delete". */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  onConfirm: () => void;
  onClose: () => void;
  /** After the closing movement; the place to forget what was asked about. */
  onClosed?: () => void;
  pending?: boolean;
  /** Why it did not work; the question stays open. */
  problem?: Problem | null;
}

/** Asks once. The safe answer has the focus. Costs nothing until it is asked for the first time. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wasAsked, setWasAsked] = useState(props.open);
  if (props.open && !wasAsked) setWasAsked(true);
  return wasAsked ? <Question {...props} /> : null;
}

function Question({
  open,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  onConfirm,
  onClose,
  onClosed,
  pending = false,
  problem = null,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useOpenDialog(open, { isGuarded: true, isInTheWay: true, close: onClose });
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (pending) details.cancel();
        else if (!next) onClose();
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center p-4 sm:items-center">
          <AlertDialog.Popup
            initialFocus={cancel}
            className="flex max-h-full w-full max-w-md flex-col gap-4 overflow-y-auto rounded border bg-surface p-4 text-ink shadow-lift transition-[opacity,translate] data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:p-6"
          >
            <div className="flex flex-col gap-1">
              <AlertDialog.Title className="break-words font-semibold text-lg">
                {title}
              </AlertDialog.Title>
              {description !== undefined && (
                <AlertDialog.Description
                  render={<div />}
                  className="break-words text-ink-muted text-sm"
                >
                  {description}
                </AlertDialog.Description>
              )}
            </div>
            <div role="alert" className="empty:hidden">
              <ProblemBanner problem={problem} />
            </div>
            <div className="flex flex-wrap justify-end gap-2">
              <AlertDialog.Close ref={cancel} render={<Button>{cancelLabel}</Button>} />
              <Button variant={tone} pending={pending} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
