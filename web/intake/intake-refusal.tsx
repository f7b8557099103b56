import type { CallProblem } from '../api/call.ts';
import { TicketLink } from '../repairs/ticket-link.tsx';
import { Banner } from '../ui/banner.tsx';

/** Why the repair was not taken in, where no field is to blame. */
export function IntakeRefusal({ problem }: { problem: CallProblem }) {
  const { title, detail, document, code } = problem;
  const existing = document.ticketNumber;
  return (
    <Banner tone={code === 'submission-rate' ? 'warning' : 'danger'} title={title}>
      {detail}
      {typeof existing === 'string' && (
        <>
          {' '}
          It is <TicketLink ticketNumber={existing} />.
        </>
      )}
      {code === 'repair-id-taken' &&
        ' This is one, with everything you typed: press “Create repair” to send it as a new ticket.'}
    </Banner>
  );
}
