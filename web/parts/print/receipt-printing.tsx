import Printer from 'lucide/printer';
import { useEffect, useRef } from 'react';
import type { Answer } from '../../../domain/api.ts';
import { receiptPaper } from '../../data/counter-habits.ts';
import { queryClient, repairQuery, settingsQuery } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { layoutOf, usePrinter } from './print-button.tsx';
import type { ReceiptPaper } from './receipt-paper.ts';

type Paid = Pick<Answer<'getRepair'>, 'repair' | 'payments'>;

/** @param load fetches what was paid, when the receipt is to be printed */
function useReceipt(load: () => Promise<Paid>, paper: ReceiptPaper) {
  const printer = usePrinter('receipt', async () => {
    const [paid, { settings }, { receiptSheet }] = await Promise.all([
      load(),
      queryClient.ensureQueryData(settingsQuery),
      layoutOf('receipt', import('./receipt-paper.ts')),
    ]);
    return () => receiptSheet([paid], settings, paper);
  });
  return {
    ...printer,
    print() {
      receiptPaper.set(paper);
      void printer.start('window');
    },
  };
}

export function ReceiptMenu(ticket: Paid) {
  const roll = useReceipt(async () => ticket, 'roll');
  const letter = useReceipt(async () => ticket, 'letter');
  return (
    <>
      <Menu
        label="Receipt"
        icon={Printer}
        variant="quiet"
        groups={[
          {
            items: [
              { label: 'Print on 80 mm paper', run: roll.print },
              { label: 'Print on letter paper', run: letter.print },
            ],
          },
        ]}
      />
      {roll.advice}
      {letter.advice}
    </>
  );
}

/** Prints on this computer's paper with one press; has the focus as it appears. */
export function PrintReceipt({ ticketNumber }: { ticketNumber: string }) {
  const load = () => queryClient.fetchQuery(repairQuery(ticketNumber));
  const usual = receiptPaper.useValue();
  const papers = { roll: useReceipt(load, 'roll'), letter: useReceipt(load, 'letter') };
  const other = usual === 'roll' ? 'letter' : 'roll';
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Button
        ref={button}
        icon={Printer}
        variant="primary"
        pending={papers[usual].printing !== null}
        onClick={papers[usual].print}
      >
        Print receipt
      </Button>
      <Button
        variant="quiet"
        pending={papers[other].printing !== null}
        onClick={papers[other].print}
      >
        {other === 'letter' ? 'On letter paper' : 'On 80 mm paper'}
      </Button>
      {papers.roll.advice}
      {papers.letter.advice}
    </span>
  );
}
