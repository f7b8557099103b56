import { type WeekDay, weekDays, weekdayOf } from './calendar-date.ts';
import { type ClosedSpan, comingClosures, isOpenOn } from './closed-dates.ts';
import { calendarNames, type Language } from './languages.ts';
import type { ShopSettings } from './shop-settings.ts';

/** When the shop is open: for the rules, and as a customer reads it. */

type Calendar = Omit<ShopSettings['calendar'], 'usualDays'>;

interface Hours {
  /** Such as 09:00. */
  readonly from: string;
  readonly to: string;
}

/** @returns the hours of a weekday, whether or not the shop is open on it */
export const hoursOfDay = (
  day: WeekDay,
  { hours, dayHours }: Pick<Calendar, 'hours' | 'dayHours'>,
): Hours => dayHours[day] ?? hours;

/** @returns null if the shop is closed on the date */
export const hoursOn = (date: string, calendar: Omit<Calendar, 'timeZone'>): Hours | null =>
  isOpenOn(date, calendar) ? hoursOfDay(weekdayOf(date), calendar) : null;

/**
 * Hours by day as the settings keep them: those that most of the open days have, and the days with others.
 *
 * @param byDay of the open days
 */
export function keptHours(
  byDay: ReadonlyMap<WeekDay, Hours>,
): Pick<Calendar, 'openDays' | 'hours' | 'dayHours'> | null {
  const openDays = weekDays.filter((day) => byDay.has(day));
  const written = ({ from, to }: Hours) => `${from} ${to}`;
  const counts = new Map<string, number>();
  for (const hours of byDay.values()) {
    counts.set(written(hours), (counts.get(written(hours)) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  const first = openDays.find((day) => counts.get(written(byDay.get(day) as Hours)) === most);
  const usual = first && byDay.get(first);
  if (usual === undefined) return null;
  const others = openDays
    .map((day): [WeekDay, Hours] => [day, byDay.get(day) as Hours])
    .filter(([, hours]) => written(hours) !== written(usual));
  return {
    openDays,
    hours: { ...usual },
    dayHours: Object.fromEntries(others.map(([day, hours]) => [day, { ...hours }])),
  };
}

interface HoursWords {
  readonly days: readonly string[];
  readonly months: readonly string[];
  readonly everyDay: string;
  readonly closed: string;
  /** In which order a day and its month are written. */
  date(month: string, day: string): string;
}

const words: Readonly<Record<Language, HoursWords>> = {
  en: {
    ...calendarNames.en,
    everyDay: 'daily',
    closed: 'closed',
    date: (month, day) => `${month} ${day}`,
  },
  es: {
    ...calendarNames.es,
    everyDay: 'todos los dias',
    closed: 'cerrado',
    date: (month, day) => `${day} ${month}`,
  },
};

/** @returns e.g. "Mon-Sat" or "Tue, Thu-Sun"; "daily" for all of them */
function daysText(openDays: readonly WeekDay[], { days, everyDay }: HoursWords): string {
  if (openDays.length === weekDays.length) return everyDay;
  const isOpen = weekDays.map((day) => openDays.includes(day));
  const spans = weekDays.flatMap((_, first) => {
    if (!isOpen[first] || isOpen[first - 1]) return [];
    const closed = isOpen.indexOf(false, first);
    const last = (closed === -1 ? weekDays.length : closed) - 1;
    return first === last ? [days[first]] : [`${days[first]}-${days[last]}`];
  });
  return spans.join(', ');
}

/** @param time of day, as 09:30 @returns e.g. "9:30 AM" */
export function timeText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const onClock = `${hours % 12 || 12}${minutes === 0 ? '' : `:${time.slice(3)}`}`;
  return `${onClock} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** @returns e.g. "Nov 26", "Dec 24-26" or "Dec 30-Jan 2" */
function spanText({ from, to }: ClosedSpan, { months, date }: HoursWords): string {
  const monthOf = (day: string) => months[Number(day.slice(5, 7)) - 1] ?? '';
  const dayOf = (day: string) => String(Number(day.slice(8)));
  if (from === to) return date(monthOf(from), dayOf(from));
  return from.slice(0, 7) === to.slice(0, 7)
    ? date(monthOf(from), `${dayOf(from)}-${dayOf(to)}`)
    : `${date(monthOf(from), dayOf(from))}-${date(monthOf(to), dayOf(to))}`;
}

/**
 * @param today the shop's date; closed days in the week from then on are included
 * @returns e.g. "Mon-Fri 9 AM-5:30 PM, Sat 10 AM-3 PM, closed Nov 26", in letters that a plain text can hold;
 *   null until the shop has set its time zone, since its hours don't apply before that
 */
export function hoursText(
  calendar: Calendar,
  today: string,
  language: Language | null = null,
): string | null {
  if (calendar.timeZone === null) return null;
  const own = words[language ?? 'en'];
  const groups = new Map<string, WeekDay[]>();
  for (const day of weekDays.filter((day) => calendar.openDays.includes(day))) {
    const { from, to } = hoursOfDay(day, calendar);
    const times = `${timeText(from)}-${timeText(to)}`;
    groups.set(times, [...(groups.get(times) ?? []), day]);
  }
  const said = [...groups].map(([times, days]) => `${daysText(days, own)} ${times}`);
  const closed = comingClosures(calendar, today).map((span) => spanText(span, own));
  return [...said, ...(closed.length === 0 ? [] : [`${own.closed} ${closed.join(', ')}`])].join(
    ', ',
  );
}
