import type { ReactNode } from 'react';
import type { AttentionCase } from '../../domain/api-answers.ts';
import { DeclinedEstimate } from '../estimates/declined-estimate.tsx';
import { useTicketDialog } from '../repairs/ticket-dialog.ts';
import { Button } from '../ui/button.tsx';

/** What an answer to an estimate waits for. */
export function AnswerActions({ one, children }: { one: AttentionCase; children: ReactNode }) {
  const { ticketNumber, reason, estimate } = one;
  if (reason === 'accepted' && ticketNumber !== null) {
    return <AssignAccepted ticketNumber={ticketNumber}>{children}</AssignAccepted>;
  }
  if (estimate === null) return children;
  return (
    <div className="grow">
      <DeclinedEstimate estimate={estimate}>{children}</DeclinedEstimate>
    </div>
  );
}

function AssignAccepted({ ticketNumber, children }: { ticketNumber: string; children: ReactNode }) {
  const { open, opening } = useTicketDialog(ticketNumber);
  return (
    <>
      {children}
      <Button variant="primary" pending={opening !== null} onClick={() => void open('assign')}>
        Assign
      </Button>
    </>
  );
}
