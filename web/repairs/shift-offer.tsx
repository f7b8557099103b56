import CalendarClock from 'lucide/calendar-clock';
import type { Answer } from '../../domain/api.ts';
import type { TicketEvent } from '../../domain/api-answers.ts';
import { dateText } from '../../domain/calendar-date.ts';
import { shiftOffer } from '../../domain/promised-date.ts';
import { useAwayReason } from '../data/outage.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useChangePromise } from './promise-change.ts';
import { showRepairProblem } from './repair-problem.ts';
import { useShopCalendar, useToday } from './shop-calendar.ts';

const setsDate = ({ data: { after } }: TicketEvent) =>
  typeof after === 'object' && after !== null && 'expectedOn' in after;

/** When the date promised was last changed; null for never. */
function lastDecision(events: readonly TicketEvent[]): string | null {
  const times = events.filter(setsDate).map(({ at }) => at);
  return times.length === 0 ? null : times.reduce((one, other) => (one > other ? one : other));
}

/** After an ACCEPT: the date promised may move by the days that the customer took. Staff decide. */
export function ShiftOffer({ ticket: { repair, events } }: { ticket: Answer<'getRepair'> }) {
  const today = useToday();
  const calendar = useShopCalendar();
  const awayReason = useAwayReason();
  const changing = useChangePromise(repair);
  if (calendar === undefined) return null;
  const { timeZone, openDays } = calendar;
  const offer = shiftOffer(repair, lastDecision(events), timeZone, openDays);
  if (offer === null) return null;
  const days = `${offer.days} ${offer.days === 1 ? 'day' : 'days'}`;
  return (
    <Banner
      tone="info"
      icon={CalendarClock}
      title={`The estimate waited ${days} for the customer.`}
      action={
        <Button
          pending={changing.isPending}
          disabledReason={awayReason}
          onClick={() =>
            changing.mutate(
              { expectedOn: offer.date, seenVersion: repair.updatedAt },
              { onError: (error) => showRepairProblem(error) },
            )
          }
        >
          Move to {dateText(offer.date, today)}
        </Button>
      }
    >
      {repair.expectedOn !== null && `It is promised for ${dateText(repair.expectedOn, today)}.`}
    </Banner>
  );
}
