import { useQueryClient } from '@tanstack/react-query';
import AppWindow from 'lucide/app-window';
import Printer from 'lucide/printer';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { printedTicket, printWindow, type TicketSource } from '../../domain/printed-ticket.ts';
import { shopQuery } from '../data/queries.ts';
import { Button } from '../ui/button.tsx';
import { type ButtonVariant, classNames } from '../ui/classes.ts';
import { absoluteTime } from '../ui/date-time.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { toasts } from '../ui/toasts.ts';
import { loadPrinting, popUpBlocked, printFailure } from './load-printing.ts';

/**
 * Opens the print window. Call it straight from the press of a button: later, browsers take it for
 * an advertisement.
 *
 * @returns null when the browser blocked it
 */
function openPrintWindow(): Window | null {
  const { width, height } = printWindow;
  const opened = window.open('', '', `popup,width=${width},height=${height}`);
  return opened === null || opened.closed ? null : opened;
}

type PrintPlace = 'window' | 'page';
type PrintOutcome = 'done' | 'blocked' | 'failed';

function showFailure(detail: string): void {
  toasts.show({ kind: 'error', title: 'Print failed', detail });
}

function localTime(iso: string): { date: string; time: string } {
  const at = new Date(iso);
  return { date: absoluteTime(at, 'date'), time: absoluteTime(at, 'time') };
}

/** Prints a ticket, with its toasts; the outcome is for callers that have more to offer. */
function usePrintTicket() {
  const queryClient = useQueryClient();

  async function print(repair: TicketSource, where: PrintPlace = 'window'): Promise<PrintOutcome> {
    const opened = where === 'window' ? openPrintWindow() : null;
    if (where === 'window' && opened === null) {
      showFailure(popUpBlocked);
      return 'blocked';
    }
    const progress = toasts.show({ kind: 'progress', title: 'Printing ticket...' });
    try {
      const [{ shop }, { printInPage, printInWindow }] = await Promise.all([
        queryClient.ensureQueryData(shopQuery),
        loadPrinting(),
      ]);
      const ticket = printedTicket(repair, shop, localTime);
      await (opened === null ? printInPage(ticket) : printInWindow(opened, ticket));
      toasts.close(progress);
      return 'done';
    } catch (error) {
      opened?.close();
      showFailure(printFailure(error));
      return 'failed';
    }
  }

  return { print };
}

const PopUpsBlockedDialog = lazy(() =>
  import('./pop-ups-blocked-dialog.tsx').then(({ PopUpsBlockedDialog }) => ({
    default: PopUpsBlockedDialog,
  })),
);

/**
 * Printing a ticket, from more than one button.
 *
 * @returns what to draw beside them: the advice where the browser blocks the window
 */
export function usePrinting(repair: TicketSource, onPrinted?: () => void) {
  const { print } = usePrintTicket();
  const [printing, setPrinting] = useState<PrintPlace | null>(null);
  const [blocked, setBlocked] = useState<'never' | 'shown' | 'closed'>('never');

  async function start(where: PrintPlace) {
    if (printing !== null) return;
    setPrinting(where);
    const outcome = await print(repair, where);
    setPrinting(null);
    if (outcome === 'blocked') setBlocked('shown');
    if (outcome === 'done') onPrinted?.();
  }

  const advice = blocked !== 'never' && (
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
  );
  return { printing, start, advice };
}

interface PrintButtonProps {
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
  const { printing, start, advice } = usePrinting(repair, onPrinted);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (autoFocus) button.current?.focus();
  }, [autoFocus]);

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
        <>
          <Button
            ref={button}
            variant={variant}
            icon={Printer}
            pending={printing === 'window'}
            onClick={() => start('window')}
          >
            Print ticket
          </Button>
          {hasRoom ? (
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
        </>
      )}
      {advice}
    </span>
  );
}
