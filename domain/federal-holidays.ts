import { addDays, type WeekDay, weekdayOf } from './calendar-date.ts';
import { type ClosedSpan, closedSpanOn, type OpenDates } from './closed-dates.ts';

/** The dates in a month that fall on this weekday, in order. */
function weekdaysOfMonth(year: number, month: number, day: WeekDay): string[] {
  const prefix = `${year}-${String(month).padStart(2, '0')}-`;
  return Array.from({ length: 31 }, (_, index) => addDays(`${prefix}01`, index)).filter(
    (date) => date.startsWith(prefix) && weekdayOf(date) === day,
  );
}

/**
 * The federal holidays of the United States. Source: 5 U.S.C. 6103(a).
 *
 * @returns the name and date of each, in order of date
 */
export function federalHolidays(year: number): { name: string; date: string }[] {
  const on = (monthAndDay: string) => `${year}-${monthAndDay}`;
  const nth = (month: number, day: WeekDay, index: number) =>
    weekdaysOfMonth(year, month, day).at(index) ?? '';
  return [
    { name: 'New Year’s Day', date: on('01-01') },
    { name: 'Martin Luther King Jr. Day', date: nth(1, 'mon', 2) },
    { name: 'Washington’s Birthday', date: nth(2, 'mon', 2) },
    { name: 'Memorial Day', date: nth(5, 'mon', -1) },
    { name: 'Juneteenth', date: on('06-19') },
    { name: 'Independence Day', date: on('07-04') },
    { name: 'Labor Day', date: nth(9, 'mon', 0) },
    { name: 'Columbus Day', date: nth(10, 'mon', 1) },
    { name: 'Veterans Day', date: on('11-11') },
    { name: 'Thanksgiving Day', date: nth(11, 'thu', 3) },
    { name: 'Christmas Day', date: on('12-25') },
  ];
}

/** The day on which a holiday on a weekend is observed: the Friday before, or the Monday after. */
function observedOn(date: string): string {
  const day = weekdayOf(date);
  return addDays(date, day === 'sat' ? -1 : day === 'sun' ? 1 : 0);
}

/**
 * What one press adds to the closed dates: the year's federal holidays that are still to come. One on a
 * weekend when the shop is closed anyway is observed on the workday next to it.
 *
 * @returns only those the shop doesn't have yet
 */
export function holidaysToAdd(
  year: number,
  today: string,
  { openDays, closedDates }: OpenDates,
): ClosedSpan[] {
  return federalHolidays(year)
    .map(({ name, date }) => {
      if (openDays.includes(weekdayOf(date))) return { from: date, to: date, name };
      const observed = observedOn(date);
      const isMoved = observed !== date && openDays.includes(weekdayOf(observed));
      return isMoved
        ? { from: observed, to: observed, name: `${name} (observed)` }
        : { from: date, to: date, name };
    })
    .filter(({ from }) => from >= today && closedSpanOn(from, closedDates) === null);
}

/** No shop plans further ahead. */
const offeredYears = 3;

/** @returns the first year with coming holidays that aren't closed dates yet; null if no offered year has any */
export function offeredYear(today: string, calendar: OpenDates): number | null {
  const thisYear = Number(today.slice(0, 4));
  const years = Array.from({ length: offeredYears }, (_, ahead) => thisYear + ahead);
  return years.find((year) => holidaysToAdd(year, today, calendar).length > 0) ?? null;
}
