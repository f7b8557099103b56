import AppWindow from 'lucide/app-window';
import Printer from 'lucide/printer';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { TicketSource } from '../../domain/printed-ticket.ts';
import { Button } from '../ui/button.tsx';
import type { ButtonVariant } from '../ui/button-classes.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { type PrintPlace, usePrintTicket } from './print-ticket.ts';

const PopUpsBlockedDialog = lazy(() =>
  import('./pop-ups-blocked-dialog.tsx').then(({ PopUpsBlockedDialog }) => ({
    default: PopUpsBlockedDialog,
  })),
);

export interface PrintButtonProps {
  repair: TicketSource;
  onPrinted?: () => void;
  autoFocus?: boolean;
  variant?: ButtonVariant;
  /** In a card among others: an icon alone; the second way is offered where pop-ups are blocked. */
  isCompact?: boolean;
  /** Where there is room, the second way has its name beside it. */
  hasRoom?: boolean;
}

/** Prints in a window of its own; the button beside it prints in the page. */
export function PrintButton({
  repair,
  onPrinted,
  autoFocus = false,
  variant = 'secondary',
  isCompact = false,
  hasRoom = false,
}: PrintButtonProps) {
  const { print } = usePrintTicket();
  const [printing, setPrinting] = useState<PrintPlace | null>(null);
  const [blocked, setBlocked] = useState<'never' | 'shown' | 'closed'>('never');
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (autoFocus) button.current?.focus();
  }, [autoFocus]);

  async function start(where: PrintPlace) {
    if (printing !== null) return;
    setPrinting(where);
    const outcome = await print(repair, where);
    setPrinting(null);
    if (outcome === 'blocked') setBlocked('shown');
    if (outcome === 'done') onPrinted?.();
  }

  return (
    <span className={classNames('inline-flex items-center gap-1', hasRoom && 'flex-wrap')}>
      {isCompact ? (
        <IconButton
          icon={Printer}
          label="Print ticket"
          pending={printing === 'window'}
          onClick={() => start('window')}
        />
      ) : (
        <Button
          ref={button}
          variant={variant}
          icon={Printer}
          pending={printing === 'window'}
          onClick={() => start('window')}
        >
          Print ticket
        </Button>
      )}
      {isCompact ? null : hasRoom ? (
        <Button
          variant="quiet"
          icon={AppWindow}
          pending={printing === 'page'}
          onClick={() => start('page')}
        >
          Print in this page
        </Button>
      ) : (
        <IconButton
          icon={AppWindow}
          label="Print in this page"
          pending={printing === 'page'}
          onClick={() => start('page')}
        />
      )}
      {blocked !== 'never' && (
        <Suspense fallback={null}>
          <PopUpsBlockedDialog
            open={blocked === 'shown'}
            onClose={() => setBlocked('closed')}
            onPrintInPage={() => {
              setBlocked('closed');
              void start('page');
            }}
          />
        </Suspense>
      )}
    </span>
  );
}
