import { useQuery } from '@tanstack/react-query';
import type { TicketEvent } from '../../../domain/api-answers.ts';
import { clientEventsQuery } from '../../data/queries.ts';
import { Section } from '../../ui/card.tsx';
import { classNames } from '../../ui/classes.ts';
import { Earlier } from '../../ui/earlier.tsx';
import { Loaded, SkeletonLines } from '../../ui/states.tsx';
import { TicketLink } from '../repair/ticket-link.tsx';
import { DayTime } from '../time/date-time.tsx';
import { actorWords, eventWords, useOwnSession } from './event-words.ts';

/** What happened lately, the newest first; the rest of a long history waits until it is asked for. */
const shownAtOnce = 8;

interface TimelineProps {
  /** Oldest first. */
  events: readonly TicketEvent[];
  /** Whether events name the tickets that they are about: if the history is not one ticket's own. */
  showTickets?: boolean;
  /** What an event says, if it is not a ticket's or a client's. */
  wordsOf?: typeof eventWords;
}

export function Timeline({ events, showTickets = false, wordsOf = eventWords }: TimelineProps) {
  const ownSession = useOwnSession();
  const earlier = events.slice(0, Math.max(0, events.length - shownAtOnce));
  const item = (event: TicketEvent) => (
    <TimelineItem key={event.id} {...{ event, ownSession, showTickets, wordsOf }} />
  );
  return (
    <>
      <ol aria-label="History" className="flex flex-col pl-1">
        {events.slice(earlier.length).toReversed().map(item)}
      </ol>
      <Earlier label="Earlier history" items={earlier} isNewestFirst>
        {(shown) => (
          <ol aria-label="Earlier history" className="flex flex-col pt-1 pl-1">
            {shown.map(item)}
          </ol>
        )}
      </Earlier>
    </>
  );
}

function TimelineItem({
  event,
  ownSession,
  showTickets,
  wordsOf,
}: {
  event: TicketEvent;
  ownSession: string | null;
  showTickets: boolean;
  wordsOf: typeof eventWords;
}) {
  const { title, details, isAlert = false } = wordsOf(event);
  return (
    <li className="relative border-l pb-4 pl-4 last:border-transparent last:pb-0">
      <span
        aria-hidden="true"
        className={classNames(
          'absolute top-1.5 -left-1 size-2 rounded-full',
          isAlert ? 'bg-late' : 'bg-line-strong',
        )}
      />
      <p className={classNames('break-words', isAlert && 'font-medium text-late')}>
        {title}
        {showTickets && event.ticketNumber !== null && (
          <>
            {': '}
            <TicketLink ticketNumber={event.ticketNumber} />
          </>
        )}
      </p>
      {details.map((detail) => (
        <p key={detail} dir="auto" className="break-words text-ink-muted text-sm">
          {detail}
        </p>
      ))}
      <p className="text-ink-muted text-sm">
        {actorWords(event, ownSession)}, <DayTime iso={event.at} />
      </p>
    </li>
  );
}

export function ClientHistory({ clientId }: { clientId: string }) {
  const query = useQuery(clientEventsQuery(clientId));
  return (
    <Section title="History" level={3}>
      <Loaded query={query} what="the history" skeleton={<SkeletonLines lines={3} />}>
        {({ items }) =>
          // From before anything was written down about clients.
          items.length === 0 ? (
            <p className="text-ink-muted">Nothing here yet.</p>
          ) : (
            <Timeline events={items} showTickets />
          )
        }
      </Loaded>
    </Section>
  );
}
