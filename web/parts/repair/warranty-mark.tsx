import { dateText } from '../../../domain/calendar-date.ts';
import { isUnderWarranty } from '../../../domain/warranty-term.ts';
import { useToday } from '../time/shop-calendar.ts';

/** A line that says until when a watch is under warranty; nothing after that date. */
export function WarrantyMark({ until, isLast = true }: { until: string | null; isLast?: boolean }) {
  const today = useToday();
  return (
    isUnderWarranty(until, today) && (
      <>
        <span className="text-good">Under warranty until {dateText(until, today)}</span>
        {!isLast && ' · '}
      </>
    )
  );
}
