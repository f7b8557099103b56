import Printer from 'lucide/printer';
import { claimCheckTitle } from '../../../domain/signatures.ts';
import { callForFile } from '../../data/call.ts';
import { queryClient, repairQuery, settingsQuery } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/classes.ts';
import { layoutOf, usePrinter } from './print-button.tsx';

async function pictureOf(id: string): Promise<Blob> {
  try {
    return (await callForFile('getSignaturePicture', { params: { id } })).file;
  } catch {
    // Without it the paper would look as if no one had signed.
    throw new Error('Couldn’t load the signature.');
  }
}

/** Prints the claim check beside the ticket; as a PDF by the browser's own print dialog. */
export function ClaimCheckButton({
  ticketNumber,
  variant = 'secondary',
}: {
  ticketNumber: string;
  variant?: ButtonVariant;
}) {
  const { printing, start, advice } = usePrinter('claim check', async () => {
    const [ticket, { settings }, { claimCheckSheet }] = await Promise.all([
      queryClient.ensureQueryData(repairQuery(ticketNumber)),
      queryClient.ensureQueryData(settingsQuery),
      layoutOf('claim check', import('./claim-check-paper.ts')),
    ]);
    const [signature] = ticket.signatures;
    const picture = signature ? await pictureOf(signature.id) : null;
    return () => claimCheckSheet(ticket, settings, picture);
  });
  return (
    <>
      <Button
        icon={Printer}
        variant={variant}
        pending={printing !== null}
        onClick={() => void start('window')}
      >
        {claimCheckTitle}
      </Button>
      {advice}
    </>
  );
}
