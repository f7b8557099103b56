import Printer from 'lucide/printer';
import type { Answer } from '../../../domain/api.ts';
import { recordTitle } from '../../../domain/measurement-record.ts';
import { Button } from '../../ui/button.tsx';
import { layoutOf, usePrinter } from '../print/print-button.tsx';

/** Prints the measurement record, or saves it as a PDF through the browser's print dialog. */
export function RecordButton({
  ticket,
}: {
  ticket: Pick<Answer<'getRepair'>, 'repair' | 'measurements' | 'finalCheck'>;
}) {
  const { printing, start, advice } = usePrinter('measurement record', async () => {
    const { recordSheet } = await layoutOf('measurement record', import('./measurement-paper.ts'));
    return (shop) => recordSheet(ticket, shop);
  });
  return (
    <>
      <Button
        icon={Printer}
        variant="quiet"
        pending={printing !== null}
        onClick={() => void start('window')}
      >
        {recordTitle}
      </Button>
      {advice}
    </>
  );
}
