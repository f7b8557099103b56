import { useQuery } from '@tanstack/react-query';
import { dateIn } from '../../domain/calendar-date.ts';
import { queryClient, settingsQuery } from '../data/queries.ts';
import { useClock } from '../ui/date-time.tsx';

/** The shop's calendar as this browser knows it. */

let browserZone: string | undefined;

/** The shop's time zone; until its settings are here that of the browser, which stands in the shop. */
function zoneNow(): string {
  browserZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return queryClient.getQueryData(settingsQuery.queryKey)?.timeZone ?? browserZone;
}

const minuteMs = 60_000;
let known = { minute: 0, zone: '', date: '' };

/** Many repairs on the screen ask for the same. */
function dateAt(now: number): string {
  const [minute, zone] = [Math.floor(now / minuteMs), zoneNow()];
  if (known.minute !== minute || known.zone !== zone) {
    known = { minute, zone, date: dateIn(now, zone) };
  }
  return known.date;
}

/** @returns today's date in the shop's time zone; another one from its midnight on */
export const useToday = (): string => useClock(dateAt);

/** @returns undefined until the settings are here */
export function useShopCalendar() {
  const { data } = useQuery(settingsQuery);
  return data && { ...data.settings.calendar, timeZone: data.timeZone };
}
