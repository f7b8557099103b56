import { useQueryClient } from '@tanstack/react-query';
import { printedTicket, type TicketSource } from '../../domain/printed-ticket.ts';
import { shopQuery } from '../api/queries.ts';
import { absoluteTime } from '../ui/time-text.ts';
import { toasts } from '../ui/toasts.ts';
import { loadPrinting } from './load-printing.ts';
import { popUpBlocked, printFailure } from './print-failure.ts';
import { openPrintWindow } from './print-window.ts';

export type PrintPlace = 'window' | 'page';
export type PrintOutcome = 'done' | 'blocked' | 'failed';

function showFailure(detail: string): void {
  toasts.show({ kind: 'error', title: 'Print failed', detail });
}

function localTime(iso: string): { date: string; time: string } {
  const at = new Date(iso);
  return { date: absoluteTime(at, 'date'), time: absoluteTime(at, 'time') };
}

/** Prints a ticket, with its toasts; the outcome is for callers that have more to offer. */
export function usePrintTicket() {
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
