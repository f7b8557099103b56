import { describe, expect, it } from 'vitest';
import { type WeekDay, weekDays, weekdayOf } from './calendar-date.ts';
import type { ClosedSpan } from './closed-dates.ts';
import { federalHolidays, holidaysToAdd, offeredYear } from './federal-holidays.ts';

const span = (from: string, to = from, name: string | null = null): ClosedSpan => ({
  from,
  to,
  name,
});
const openDays: readonly WeekDay[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

describe('the federal holidays', () => {
  it.each([
    [2026, '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25'],
    [2027, '01-01 01-18 02-15 05-31 06-19 07-04 09-06 10-11 11-11 11-25 12-25'],
    [2028, '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25'],
  ])('of %i', (year, dates) => {
    expect(federalHolidays(year).map(({ date }) => date)).toEqual(
      dates.split(' ').map((date) => `${year}-${date}`),
    );
  });

  it('are in order and on their weekday in every year', () => {
    for (let year = 2020; year < 2100; year += 1) {
      const dates = federalHolidays(year).map(({ date }) => date);
      expect(dates).toEqual([...dates].sort());
      expect([1, 2, 3, 6, 7].map((at) => weekdayOf(dates[at] ?? ''))).toEqual(
        Array.from({ length: 5 }, () => 'mon'),
      );
      expect(weekdayOf(dates[9] ?? '')).toBe('thu');
      expect(Math.ceil(Number(dates[9]?.slice(8)) / 7)).toBe(4);
    }
  });
});

describe('the holidays that one press adds', () => {
  it('are those still to come, by name', () => {
    expect(holidaysToAdd(2026, '2026-11-23', { openDays, closedDates: [] })).toEqual([
      span('2026-11-26', '2026-11-26', 'Thanksgiving Day'),
      span('2026-12-25', '2026-12-25', 'Christmas Day'),
    ]);
    expect(holidaysToAdd(2026, '2026-11-26', { openDays, closedDates: [] })).toHaveLength(2);
    expect(holidaysToAdd(2027, '2026-11-23', { openDays, closedDates: [] })).toHaveLength(11);
  });

  it('are observed on the workday next to a weekend when the shop is closed', () => {
    const days = (year: number, open: readonly WeekDay[]) =>
      holidaysToAdd(year, '2026-01-01', { openDays: open, closedDates: [] })
        .filter(({ name }) => name?.startsWith('Independence'))
        .map(({ from, name }) => `${from} ${name}`);
    // July 4 is a Saturday in 2026, a Sunday in 2027 and a Tuesday in 2028.
    expect(days(2026, openDays)).toEqual(['2026-07-04 Independence Day']);
    expect(days(2026, ['mon', 'fri'])).toEqual(['2026-07-03 Independence Day (observed)']);
    expect(days(2027, openDays)).toEqual(['2027-07-05 Independence Day (observed)']);
    expect(days(2027, weekDays)).toEqual(['2027-07-04 Independence Day']);
    expect(days(2028, ['mon'])).toEqual(['2028-07-04 Independence Day']);
    // If it is closed on the workday, too, the day itself.
    expect(days(2027, ['wed'])).toEqual(['2027-07-04 Independence Day']);
  });

  it('leave out those that the shop has, and then are those of the next year', () => {
    const closedDates = [span('2026-12-24', '2026-12-31', 'Vacation')];
    expect(offeredYear('2026-11-23', { openDays, closedDates: [] })).toBe(2026);
    const left = holidaysToAdd(2026, '2026-11-23', { openDays, closedDates });
    expect(left.map(({ name }) => name)).toEqual(['Thanksgiving Day']);
    const all = [...closedDates, ...left];
    expect(holidaysToAdd(2026, '2026-11-23', { openDays, closedDates: all })).toEqual([]);
    expect(offeredYear('2026-11-23', { openDays, closedDates: all })).toBe(2027);
    expect(offeredYear('2026-12-31', { openDays, closedDates: [] })).toBe(2027);
    const years = [2027, 2028].flatMap((year) =>
      holidaysToAdd(year, '2026-11-23', { openDays, closedDates: all }),
    );
    expect(offeredYear('2026-11-23', { openDays, closedDates: [...all, ...years] })).toBeNull();
  });
});
