import Printer from 'lucide/printer';
import { callForFile } from '../../data/call.ts';
import { queryClient, repairQuery, settingsQuery } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/classes.ts';
import { layoutOf, usePrinter } from './print-button.tsx';

const name = 'Print claim check';

async function pictureOf(id: string): Promise<Blob> {
  try {
    return (await callForFile('getSignaturePicture', { params: { id } })).file;
  } catch {
    // Without it, the paper would look unsigned.
    throw new Error('Couldn’t load the signature.');
  }
}

/** Prints the claim check, or saves it as a PDF through the browser's print dialog. */
export function ClaimCheckButton({
  ticketNumber,
  label = name,
  variant = 'secondary',
}: {
  ticketNumber: string;
  /** The button's text, if the context says what is printed. */
  label?: string;
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
        aria-label={name}
        pending={printing !== null}
        onClick={() => void start('window')}
      >
        {label}
      </Button>
      {advice}
    </>
  );
}
