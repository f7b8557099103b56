import { expect, it } from 'vitest';
import { settingsWords } from './settings-words.ts';

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
const lines = (before: object, after: object) =>
  settingsWords({ kind: 'settings-changed', data: { before, after } }).details.map(plain);

it.each<[object, object, string]>([
  [{ 'shop.name': 'Pier' }, { 'shop.name': 'Quay' }, 'Name: Pier → Quay'],
  [{ taxThousandths: 0 }, { taxThousandths: 8875 }, 'Tax rate: 0% → 8.875%'],
  [
    { 'calendar.timeZone': null },
    { 'calendar.timeZone': 'Asia/Tokyo' },
    'Time zone: server time zone → Asia/Tokyo',
  ],
  [
    { 'calendar.hours': { from: '09:00', to: '18:00' } },
    { 'calendar.hours': { from: '10:00', to: '18:00' } },
    'Opening hours: 9 AM to 6 PM → 10 AM to 6 PM',
  ],
  [
    { 'intake.isEmailRequired': true },
    { 'intake.isEmailRequired': false },
    'Require an email: yes → no',
  ],
  [
    { backups: null },
    { backups: { dailyAt: '03:00', keep: 14, folder: '/mnt/disk' } },
    'Daily backup: none → at 3 AM, 14 kept, in /mnt/disk',
  ],
  [
    { 'calendar.dayHours': {} },
    {
      'calendar.dayHours': {
        sat: { from: '10:00', to: '15:00' },
        thu: { from: '09:00', to: '20:00' },
      },
    },
    'Days with other hours: none → Thu 9 AM to 8 PM, Sat 10 AM to 3 PM',
  ],
  [
    { 'calendar.closedDates': [] },
    {
      'calendar.closedDates': [
        { from: '2026-11-26', to: '2026-11-26', name: 'Thanksgiving Day' },
        { from: '2026-12-24', to: '2027-01-02', name: null },
      ],
    },
    'Closed dates: none → Thu, Nov 26, 2026 (Thanksgiving Day), Thu, Dec 24, 2026 to Sat, Jan 2, 2027',
  ],
  [{ staff: [] }, { staff: [{ name: 'Ada', initials: 'A' }] }, 'Staff: none → Ada (A)'],
  [
    { technicians: [{ name: 'Ana', isAway: false }] },
    { technicians: [{ name: 'Ana', isAway: true }] },
    'Ana, away: no → yes',
  ],
])('%j → %j', (before, after, line) => {
  expect(lines(before, after)).toEqual([line]);
});
