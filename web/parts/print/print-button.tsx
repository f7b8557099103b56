import AppWindow from 'lucide/app-window';
import Printer from 'lucide/printer';
import { useEffect, useRef, useState } from 'react';
import { printWindow } from '../../../domain/print-window.ts';
import type { TicketSource } from '../../../domain/printed-ticket.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { queryClient, settingsQuery, shopQuery } from '../../data/queries.ts';
import { toasts } from '../../data/toasts.ts';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/classes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { printFailure } from './print-failure.ts';
import type { PrintedThing, Sheet } from './sheet.ts';

/** Source: specification, section 8, "Other messages". */
const popUpBlocked = 'Pop-up blocked. Please allow pop-ups for this site and try again.';
const popUpAdvice =
  'Pop-ups are blocked. Please enable pop-ups for this site in your browser settings and try again.';

/** @param loading what printing needs, once the user prints */
export async function layoutOf<Part>(what: PrintedThing, loading: Promise<Part>): Promise<Part> {
  try {
    return await loading;
  } catch {
    throw new Error(`Couldn’t load the ${what} layout.`);
  }
}

/** Fetches all of it while nobody waits: a ticket is then printed without the network, too. */
export async function preloadPrinting(): Promise<void> {
  const [{ loadLayout }, { ticketLayout }] = await Promise.all([
    import('./printing.ts'),
    import('./ticket-paper.ts'),
  ]);
  await loadLayout(ticketLayout);
}

/** Only straight from a press: later, browsers take it for an advertisement, and it is null. */
function openPrintWindow(): Window | null {
  const { width, height } = printWindow;
  const opened = window.open('', '', `popup,width=${width},height=${height}`);
  return opened === null || opened.closed ? null : opened;
}

function showFailure(detail: string): void {
  toasts.show({ kind: 'error', title: 'Print failed', detail });
}

const { Part: ConfirmDialog } = lazyPart(
  async () => (await import('../../ui/dialog.tsx')).ConfirmDialog,
);

type PrintPlace = 'window' | 'page';

/** One ticket, or several that are fetched once they are to be printed. */
type Printable = TicketSource | (() => Promise<readonly TicketSource[]>);

export const usePrinting = (printable: Printable, onPrinted?: () => void) =>
  usePrinter(
    'ticket',
    async () => {
      const [sources, { ticketSheet }, stored] = await Promise.all([
        typeof printable === 'function' ? printable() : [printable],
        layoutOf('ticket', import('./ticket-paper.ts')),
        // Without the server, whatever this browser has kept, or else the ticket as it is specified.
        queryClient
          .fetchQuery(settingsQuery)
          .catch(() => queryClient.getQueryData(settingsQuery.queryKey)),
      ]);
      const settings = stored?.settings;
      return (shop) =>
        ticketSheet(
          sources,
          shop,
          settings && { ...settings.ticket, taxThousandths: settings.taxThousandths },
        );
    },
    onPrinted,
  );

/**
 * @param load fetches what is printed, once the user prints
 * @returns `advice`: what to draw beside the buttons if the browser blocks the window
 */
export function usePrinter(
  what: PrintedThing,
  load: () => Promise<(shop: ShopSettings['shop']) => Sheet>,
  onPrinted?: () => void,
) {
  const [printing, setPrinting] = useState<PrintPlace | null>(null);
  const [blocked, setBlocked] = useState<'never' | 'shown' | 'closed'>('never');

  async function print(opened: Window | null): Promise<void> {
    const progress = toasts.show({ kind: 'progress', title: `Printing ${what}...` });
    try {
      const [sheetFor, { shop }, { printInPage, printInWindow }] = await Promise.all([
        load(),
        queryClient.ensureQueryData(shopQuery),
        layoutOf(what, import('./printing.ts')),
      ]);
      const sheet = sheetFor(shop);
      await (opened === null ? printInPage(sheet) : printInWindow(opened, sheet));
      toasts.close(progress);
      onPrinted?.();
    } catch (error) {
      opened?.close();
      showFailure(printFailure(error, what));
    }
  }

  async function start(where: PrintPlace) {
    if (printing !== null) return;
    const opened = where === 'window' ? openPrintWindow() : null;
    if (where === 'window' && opened === null) {
      showFailure(popUpBlocked);
      setBlocked('shown');
      return;
    }
    setPrinting(where);
    await print(opened);
    setPrinting(null);
  }

  const advice = blocked !== 'never' && (
    <ConfirmDialog
      open={blocked === 'shown'}
      title="Print failed"
      description={
        <>
          <p>{popUpAdvice}</p>
          <p className="mt-2">Or print without a pop-up: only the {what} will be printed.</p>
        </>
      }
      confirmLabel="Print without a pop-up"
      tone="primary"
      onConfirm={() => {
        setBlocked('closed');
        void start('page');
      }}
      onClose={() => setBlocked('closed')}
    />
  );
  return { printing, start, advice };
}

/** Prints several tickets at once, each on a page of its own. */
export function PrintAllButton({
  count,
  load,
  onPrinted,
}: {
  count: number;
  /** Asked once they are to be printed. */
  load: () => Promise<readonly TicketSource[]>;
  onPrinted?: () => void;
}) {
  const { printing, start, advice } = usePrinting(load, onPrinted);
  return (
    <>
      <Button icon={Printer} pending={printing !== null} onClick={() => void start('window')}>
        {count === 2 ? 'Print both tickets' : `Print all ${count} tickets`}
      </Button>
      {advice}
    </>
  );
}

/** Prints in a window of its own; the button beside it prints in the page. */
export function PrintButton({
  repair,
  onPrinted,
  autoFocus = false,
  variant = 'secondary',
}: {
  repair: TicketSource;
  onPrinted?: () => void;
  autoFocus?: boolean;
  variant?: ButtonVariant;
}) {
  const { printing, start, advice } = usePrinting(repair, onPrinted);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (autoFocus) button.current?.focus();
  }, [autoFocus]);

  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Button
        ref={button}
        icon={Printer}
        variant={variant}
        pending={printing === 'window'}
        onClick={() => void start('window')}
      >
        Print ticket
      </Button>
      <Button
        variant="quiet"
        icon={AppWindow}
        pending={printing === 'page'}
        onClick={() => void start('page')}
      >
        Print without a pop-up
      </Button>
      {advice}
    </span>
  );
}
