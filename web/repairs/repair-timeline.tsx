import type { TicketEvent } from '../../domain/api-answers.ts';
import { classNames } from '../ui/class-names.ts';
import { DayTime } from '../ui/date-time.tsx';
import { actorWords, eventWords } from './event-words.ts';

/** What happened to a ticket, oldest first. */
export function RepairTimeline({ events }: { events: readonly TicketEvent[] }) {
  return (
    <ol className="flex flex-col">
      {events.map((event) => {
        const { title, details, isAlert = false } = eventWords(event);
        return (
          <li
            key={event.id}
            className="relative border-l pb-4 pl-4 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden="true"
              className={classNames(
                'absolute top-1.5 -left-1 size-2 rounded-full',
                isAlert ? 'bg-danger-ink' : 'bg-line-strong',
              )}
            />
            <p className={classNames('break-words', isAlert && 'font-medium text-danger-ink')}>
              {title}
            </p>
            {details.map((detail) => (
              <p key={detail} dir="auto" className="break-words text-ink-muted text-sm">
                {detail}
              </p>
            ))}
            <p className="text-ink-muted text-xs">
              {actorWords(event.actor)}, <DayTime iso={event.at} />
            </p>
          </li>
        );
      })}
    </ol>
  );
}
