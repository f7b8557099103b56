import { Link } from 'react-router';
import type { Repair, TicketEvent } from '../../domain/api-answers.ts';
import { useAddress } from '../dashboard/address.ts';
import { openAlert } from '../history/event-words.ts';
import { Banner } from '../ui/banner.tsx';
import { buttonClasses } from '../ui/button-classes.ts';

/** What waits for staff on a ticket, where its own buttons do not say it. */
export function NextStep({ repair, events }: { repair: Repair; events: readonly TicketEvent[] }) {
  const { href } = useAddress();
  const alert = openAlert(events);
  const answered = answeredEstimate[repair.status];
  return (
    <>
      {alert && (
        <Banner tone="warning" title={`${alert.title}.`}>
          {alert.details.join('. ')}
        </Banner>
      )}
      {answered && (
        <Banner
          tone="info"
          title={answered.title}
          action={
            <Link
              to={href({ tab: 'overview', subTab: 'estimates', ticket: null })}
              className={buttonClasses({ variant: 'primary' })}
            >
              Go to the estimates
            </Link>
          }
        >
          {answered.advice}
        </Banner>
      )}
    </>
  );
}

const answeredEstimate: Partial<Record<Repair['status'], { title: string; advice: string }>> = {
  'estimate-accepted': {
    title: 'The customer accepted the estimate.',
    advice: 'Choose a technician for it in the list of estimates.',
  },
  'estimate-declined': {
    title: 'The customer declined the estimate.',
    advice: 'It is marked complete in the list of estimates, or a new estimate is sent here.',
  },
};
