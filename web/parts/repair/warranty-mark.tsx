import { dateText } from '../../../domain/calendar-date.ts';
import { isUnderWarranty } from '../../../domain/warranty.ts';
import { useToday } from '../time/shop-calendar.ts';

/** Until when a watch is under warranty, in a line; nothing once that is over. */
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
