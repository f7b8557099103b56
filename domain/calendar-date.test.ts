import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addDays,
  dateIn,
  dateText,
  daysBetween,
  firstOfMonth,
  isCalendarDate,
  midnightIn,
  weekDays,
  weekdayOf,
} from './calendar-date.ts';

it.each([
  ['2026-03-05', true],
  ['2028-02-29', true],
  ['2000-02-29', true],
  ['1969-12-31', true],
  ['2026-02-29', false],
  ['2100-02-29', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-3-5', false],
  ['26-03-05', false],
  ['2026-03-05T00:00', false],
  [' 2026-03-05', false],
  ['', false],
])('%j is on the calendar: %j', (text, isThere) => {
  expect(isCalendarDate(text)).toBe(isThere);
});

it.each([
  ['2026-03-05T04:59:59.999Z', 'America/New_York', '2026-03-04'],
  ['2026-03-05T05:00:00.000Z', 'America/New_York', '2026-03-05'],
  ['2026-07-05T03:59:59.999Z', 'America/New_York', '2026-07-04'],
  ['2026-12-31T11:00:00.000Z', 'Pacific/Auckland', '2027-01-01'],
  ['2026-12-31T23:30:00.000Z', 'UTC', '2026-12-31'],
  // The night in which the clocks go forward, and the one in which they go back.
  ['2026-03-08T06:30:00.000Z', 'America/New_York', '2026-03-08'],
  ['2026-11-01T05:30:00.000Z', 'America/New_York', '2026-11-01'],
  ['2026-11-02T04:59:59.000Z', 'America/New_York', '2026-11-01'],
])('at %s a calendar in %s shows %s', (at, zone, date) => {
  expect(dateIn(Date.parse(at), zone)).toBe(date);
});

it.each([
  ['2026-01-31', 1, '2026-02-01'],
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-07', 2, '2026-03-09'],
  ['2026-10-31', 2, '2026-11-02'],
  ['2026-03-05', 730, '2028-03-04'],
  ['2026-03-05', 0, '2026-03-05'],
])('%s and %i days: %s', (date, days, later) => {
  expect(addDays(date, days)).toBe(later);
  expect(daysBetween(date, later)).toBe(days);
});

const date = fc
  .date({
    min: new Date('1970-01-02T00:00:00Z'),
    max: new Date('2200-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((at) => at.toISOString().slice(0, 10));

it('counts back the days it added, and a week later is the same weekday', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: -2000, max: 2000 }), (from, days) => {
      const to = addDays(from, days);
      expect(daysBetween(from, to)).toBe(days);
      expect(to > from).toBe(days > 0);
      expect(weekdayOf(addDays(from, 7))).toBe(weekdayOf(from));
      const index = (weekDays.indexOf(weekdayOf(from)) + 1) % 7;
      expect(weekdayOf(addDays(from, 1))).toBe(weekDays[index]);
    }),
  );
});

it.each([
  ['1969-12-31', 'wed'],
  ['1970-01-01', 'thu'],
  ['2026-03-01', 'sun'],
  ['2026-03-02', 'mon'],
  ['2028-02-29', 'tue'],
])('%s is a %s', (day, weekday) => {
  expect(weekdayOf(day)).toBe(weekday);
});

it.each([
  ['2026-03-31', '2026-03-01'],
  ['2026-12-01', '2026-12-01'],
])('the month of %s begins on %s', (day, first) => {
  expect(firstOfMonth(day)).toBe(first);
});

it.each([
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
  ['2026-03-05', 'Asia/Kolkata', '2026-03-04T18:30:00.000Z'],
])('%s begins in %s at %s', (day, zone, at) => {
  expect(new Date(midnightIn(day, zone)).toISOString()).toBe(at);
});

it('writes the year only where it differs', () => {
  expect(dateText('2026-11-28')).toBe('Sat, Nov 28, 2026');
  expect(dateText('2026-11-28', '2026-01-01')).toBe('Sat, Nov 28');
  expect(dateText('2027-01-02', '2026-12-31')).toBe('Sat, Jan 2, 2027');
  expect(dateText('soon', '2026-12-31')).toBe('soon');
});
