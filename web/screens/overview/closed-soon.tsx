import { dateText } from '../../../domain/calendar-date.ts';
import { type ClosedSpan, comingClosures } from '../../../domain/closed-dates.ts';
import { useShopCalendar, useToday } from '../../parts/time/shop-calendar.ts';

/** That the shop is closed today or in the coming week; nothing while it isn't. */
export function ClosedSoon() {
  const today = useToday();
  const calendar = useShopCalendar();
  const [next] = calendar === undefined ? [] : comingClosures(calendar, today);
  if (next === undefined) return null;
  return (
    <p className="ml-auto shrink-0 text-ink-muted @max-6xl:hidden">
      Closed {daysOf(next, today)}
      {next.name !== null && (
        <>
          , <bdi>{next.name}</bdi>
        </>
      )}
    </p>
  );
}

function daysOf({ from, to }: ClosedSpan, today: string): string {
  if (to === today) return 'today';
  if (from <= today) return `until ${dateText(to, today)}`;
  const first = dateText(from, today);
  return from === to ? first : `${first} to ${dateText(to, today)}`;
}
