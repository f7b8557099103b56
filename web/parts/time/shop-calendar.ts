import { useQuery } from '@tanstack/react-query';
import { dateIn } from '../../../domain/calendar-date.ts';
import { settingsQuery } from '../../data/queries.ts';
import { browserZone, timeZone } from '../../data/shop-time.ts';
import { useClock } from './date-time.tsx';

/** The shop's calendar as this browser knows it. */

const minuteMs = 60_000;
let known = { minute: 0, zone: '', date: '' };

/** Many repairs on the screen ask for the same. */
function dateAt(now: number, zone: string): string {
  const minute = Math.floor(now / minuteMs);
  if (known.minute !== minute || known.zone !== zone) {
    known = { minute, zone, date: dateIn(now, zone) };
  }
  return known.date;
}

/** @returns today's date in the shop's time zone; the next one from its midnight on */
export function useToday(): string {
  const zone = timeZone.useValue() ?? browserZone();
  return useClock((now) => dateAt(now, zone));
}

/** @returns undefined until the settings have loaded */
export function useShopCalendar() {
  const { data } = useQuery(settingsQuery);
  return data && { ...data.settings.calendar, timeZone: data.timeZone };
}
