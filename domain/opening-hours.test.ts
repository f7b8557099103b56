import { expect, it } from 'vitest';
import { type WeekDay, weekDays } from './calendar-date.ts';
import { countSegments } from './gsm7.ts';
import { hoursOn, hoursText, keptHours } from './opening-hours.ts';

const timeZone = 'America/New_York';
const calendar = (openDays: readonly WeekDay[], from = '09:00', to = '18:00') => ({
  timeZone,
  openDays: [...openDays],
  hours: { from, to },
  dayHours: {},
  closedDates: [],
});
const today = '2026-11-23';

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
  expect(hoursText(calendar(openDays), today)).toBe(`${words} 9 AM-6 PM`);
});

it.each([
  ['00:00', '12:00', '12 AM-12 PM'],
  ['09:30', '17:05', '9:30 AM-5:05 PM'],
  ['11:59', '23:59', '11:59 AM-11:59 PM'],
  ['12:30', '13:00', '12:30 PM-1 PM'],
])('from %s to %s is %s', (from, to, words) => {
  const text = hoursText(calendar(['mon'], from, to), today) ?? '';
  expect(text).toBe(`Mon ${words}`);
  expect(countSegments(text).encoding).toBe('GSM-7');
});

it('says nothing before the shop has set its time zone', () => {
  expect(hoursText({ ...calendar(['mon']), timeZone: null }, today)).toBeNull();
});

const sketched = {
  ...calendar(['mon', 'tue', 'wed', 'thu', 'fri', 'sat']),
  dayHours: { thu: { from: '09:00', to: '20:00' }, sat: { from: '10:00', to: '15:00' } },
};

it('says hours that differ by day, and the closed days of the coming week', () => {
  const usual = 'Mon-Wed, Fri 9 AM-6 PM, Thu 9 AM-8 PM, Sat 10 AM-3 PM';
  expect(hoursText(sketched, today)).toBe(usual);
  const closedDates = [
    { from: '2026-11-26', to: '2026-11-26', name: 'Thanksgiving Day' },
    // A Sunday changes nothing, and what is further ahead isn't said.
    { from: '2026-11-29', to: '2026-11-29', name: null },
    { from: '2026-12-24', to: '2026-12-26', name: 'Christmas' },
    { from: '2026-12-30', to: '2027-01-02', name: null },
  ];
  const on = (date: string, language?: 'en' | 'es') =>
    hoursText({ ...sketched, closedDates }, date, language);
  expect(on(today)).toBe(`${usual}, closed Nov 26`);
  expect(on('2026-11-19')).toBe(usual);
  expect(on('2026-11-20')).toBe(`${usual}, closed Nov 26`);
  expect(on('2026-11-27')).toBe(usual);
  const both = `${usual}, closed Dec 24-26, Dec 30-Jan 2`;
  expect(on('2026-12-26')).toBe(both);
  // No matter which order they were stored in.
  const turned = closedDates.toReversed();
  expect(hoursText({ ...sketched, closedDates: turned }, '2026-12-26')).toBe(both);
  const spanish = on('2026-12-26', 'es') ?? '';
  expect(spanish).toBe(
    'lun-mié, vie 9 AM-6 PM, jue 9 AM-8 PM, sab 10 AM-3 PM, cerrado 24-26 dic, 30 dic-2 ene',
  );
  expect(countSegments(spanish).encoding).toBe('GSM-7');
});

it('has the hours of each date', () => {
  const closedDates = [{ from: '2026-11-26', to: '2026-11-26', name: null }];
  const on = (date: string) => hoursOn(date, { ...sketched, closedDates });
  expect(on('2026-11-25')).toEqual({ from: '09:00', to: '18:00' });
  expect(on('2026-11-26')).toBeNull();
  expect(on('2026-12-03')).toEqual({ from: '09:00', to: '20:00' });
  expect(on('2026-11-28')).toEqual({ from: '10:00', to: '15:00' });
  expect(on('2026-11-29')).toBeNull();
});

it('keeps the hours of most days once, and reads the same again', () => {
  const kept = keptHours(
    new Map(
      sketched.openDays.map((day) => [
        day,
        sketched.dayHours[day as keyof typeof sketched.dayHours] ?? sketched.hours,
      ]),
    ),
  );
  expect(kept).toEqual({
    openDays: sketched.openDays,
    hours: sketched.hours,
    dayHours: sketched.dayHours,
  });
  expect(keptHours(new Map())).toBeNull();
  const two = new Map<WeekDay, { from: string; to: string }>([
    ['tue', { from: '10:00', to: '12:00' }],
    ['mon', { from: '08:00', to: '09:00' }],
  ]);
  expect(keptHours(two)).toEqual({
    openDays: ['mon', 'tue'],
    hours: { from: '08:00', to: '09:00' },
    dayHours: { tue: { from: '10:00', to: '12:00' } },
  });
});
