import { expect, it } from 'vitest';
import { type WeekDay, weekDays } from './calendar-date.ts';
import { countSegments } from './gsm7.ts';
import { hoursText } from './opening-hours.ts';

const timeZone = 'America/New_York';
const calendar = (openDays: readonly WeekDay[], from = '09:00', to = '18:00') => ({
  timeZone,
  openDays: [...openDays],
  hours: { from, to },
  usualDays: 7,
});

it.each([
  [['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], 'Mon-Sat'],
  [['mon'], 'Mon'],
  [['sun'], 'Sun'],
  [['sat', 'sun'], 'Sat-Sun'],
  [['tue', 'thu', 'fri', 'sat', 'sun'], 'Tue, Thu-Sun'],
  // In the order of the week, however they were chosen.
  [['sun', 'fri', 'mon', 'wed', 'tue'], 'Mon-Wed, Fri, Sun'],
  [weekDays, 'daily'],
] as const)('%j is %s', (openDays, words) => {
  expect(hoursText(calendar(openDays))).toBe(`${words} 9 AM-6 PM`);
});

it.each([
  ['00:00', '12:00', '12 AM-12 PM'],
  ['09:30', '17:05', '9:30 AM-5:05 PM'],
  ['11:59', '23:59', '11:59 AM-11:59 PM'],
  ['12:30', '13:00', '12:30 PM-1 PM'],
])('from %s to %s is %s', (from, to, words) => {
  const text = hoursText(calendar(['mon'], from, to)) ?? '';
  expect(text).toBe(`Mon ${words}`);
  expect(countSegments(text).encoding).toBe('GSM-7');
});

it('says nothing before the shop has set its time zone', () => {
  expect(hoursText({ ...calendar(['mon']), timeZone: null })).toBeNull();
});
