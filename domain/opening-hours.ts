import { type WeekDay, weekDays } from './calendar-date.ts';
import type { ShopSettings } from './shop-settings.ts';

/** When the shop is open, as a customer reads it. */

const dayNames: Readonly<Record<WeekDay, string>> = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
};

/** @returns e.g. "Mon-Sat" or "Tue, Thu-Sun"; "daily" for all of them */
function daysText(openDays: readonly WeekDay[]): string {
  if (openDays.length === weekDays.length) return 'daily';
  const isOpen = weekDays.map((day) => openDays.includes(day));
  const spans = weekDays.flatMap((first, at) => {
    if (!isOpen[at] || isOpen[at - 1]) return [];
    const closed = isOpen.indexOf(false, at);
    const last = weekDays[(closed === -1 ? weekDays.length : closed) - 1] ?? first;
    return first === last ? dayNames[first] : `${dayNames[first]}-${dayNames[last]}`;
  });
  return spans.join(', ');
}

/** @param time of day, as 09:30 @returns e.g. "9:30 AM" */
function timeText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const onClock = `${hours % 12 || 12}${minutes === 0 ? '' : `:${time.slice(3)}`}`;
  return `${onClock} ${hours < 12 ? 'AM' : 'PM'}`;
}

/**
 * @returns e.g. "Mon-Fri 9 AM-5:30 PM", in the letters of a plain text; null while the shop has not
 *   set its time zone, as its hours are not in force before that
 */
export function hoursText({ timeZone, openDays, hours }: ShopSettings['calendar']): string | null {
  if (timeZone === null) return null;
  return `${daysText(openDays)} ${timeText(hours.from)}-${timeText(hours.to)}`;
}
