import Printer from 'lucide/printer';
import type { Estimate, Repair } from '../../../domain/api-answers.ts';
import { queryClient, repairQuery, settingsQuery } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/classes.ts';
import { layoutOf, usePrinter } from './print-button.tsx';

/** Prints an estimate for the customer to sign, or saves it as a PDF through the browser's print dialog. */
export function EstimatePaperButton({
  repair,
  estimate,
  variant,
}: {
  repair: Repair;
  estimate: Estimate;
  variant: ButtonVariant;
}) {
  const { printing, start, advice } = usePrinter('estimate', async () => {
    const [{ estimateSheet }, { settings }, { estimates }] = await Promise.all([
      layoutOf('estimate', import('./estimate-paper.ts')),
      queryClient.ensureQueryData(settingsQuery),
      // For the estimate that it replaces: a list knows none of the ticket's earlier ones.
      queryClient.ensureQueryData(repairQuery(repair.ticketNumber)),
    ]);
    return () => estimateSheet(repair, estimate, estimates, settings);
  });
  return (
    <>
      <Button
        icon={Printer}
        variant={variant}
        pending={printing !== null}
        onClick={() => void start('window')}
      >
        Estimate on paper
      </Button>
      {advice}
    </>
  );
}
