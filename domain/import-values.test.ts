import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCalendarDate, readLanguage, readStatus, readTime } from './import-values.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const read = (cell: string, zone = 'America/New_York') => readTime('Created at', cell, zone, now);

describe('a time in an imported file', () => {
  it.each([
    ['2024-03-05T10:15:30.250Z', '2024-03-05T10:15:30.250Z'],
    ['2024-03-05 10:15:30+02:00', '2024-03-05T08:15:30.000Z'],
    ['2024-03-05 10:15 UTC', '2024-03-05T10:15:00.000Z'],
    // Without a zone: the shop's, in winter and in summer.
    ['2024-01-05 10:15', '2024-01-05T15:15:00.000Z'],
    ['7/4/2024 10:15 PM', '2024-07-05T02:15:00.000Z'],
    ['7/4/2024, 12:05 a.m.', '2024-07-04T04:05:00.000Z'],
    // An hour after the clocks went forward.
    ['2024-03-10 03:30', '2024-03-10T07:30:00.000Z'],
    // A day alone is noon there.
    ['3/5/2019', '2019-03-05T17:00:00.000Z'],
    ['2019/03/05', '2019-03-05T17:00:00.000Z'],
    ['5.3.2019', '2019-03-05T17:00:00.000Z'],
    ['03-05-2019', '2019-03-05T17:00:00.000Z'],
  ])('%s is %s', (cell, iso) => {
    expect(read(cell)).toEqual({ value: iso });
  });

  it.each([
    '13/45/2019',
    '2019-02-30',
    'yesterday',
    '3/5/19',
    '25:00',
    '2024-03-05 24:00',
    '2024-03-05 13:00 PM',
    '45123',
    `${'1'.repeat(80)}`,
  ])('%s is refused', (cell) => {
    expect(read(cell)).toEqual({ message: expect.stringContaining('must be a date') });
  });

  it('may be missing, but is neither before 1970 nor in the future', () => {
    expect(read('  ')).toEqual({ value: null });
    expect(read('1/1/1969')).toEqual({ message: 'Created at is before 1970' });
    expect(read('2026-11-23')).toEqual({ message: 'Created at is in the future' });
  });

  it('that this product wrote is read exactly, in any time zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: now }),
        fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe'),
        (moment, zone) => {
          const iso = new Date(moment).toISOString();
          expect(read(iso, zone)).toEqual({ value: iso });
        },
      ),
    );
  });

  it('without a zone shows on the shop’s clock what the cell says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1e9, max: now / 1000 - 1e6 }), (seconds) => {
        const wall = new Date(seconds * 1000).toLocaleString('sv-SE', {
          timeZone: 'Europe/Berlin',
        });
        const result = read(wall, 'Europe/Berlin');
        const shown =
          'value' in result && result.value !== null
            ? new Date(result.value).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })
            : null;
        expect(shown).toBe(wall);
      }),
    );
  });
});

describe('a calendar date in an imported file', () => {
  const readDate = (cell: string) => readCalendarDate('Date promised', cell);

  it.each([
    ['2024-03-05', '2024-03-05'],
    ['3/5/2024', '2024-03-05'],
    ['5.3.2024', '2024-03-05'],
    ['2024-12-31 23:30', '2024-12-31'],
    [' 2031/01/02 ', '2031-01-02'],
    ['', null],
    ['  ', null],
  ])('%j is %j', (cell, value) => {
    expect(readDate(cell)).toEqual({ value });
  });

  it.each(['soon', '2024-02-30', '13/45/2024', '5', '2024-03-05'.repeat(9)])(
    'is not %j',
    (cell) => {
      expect(readDate(cell)).toEqual({ message: expect.stringMatching(/^Date promised must be/) });
    },
  );
});

it.each(['constructor', '__proto__', 'lost'])('%s is not a status', (cell) => {
  expect(readStatus(cell)).toEqual({ message: expect.stringContaining('is not one') });
});

it.each([
  ['', null],
  ['  ', null],
  ['es', 'es'],
  ['Spanish', 'es'],
  ['Español', 'es'],
  ['es-MX', 'es'],
  ['EN', 'en'],
  ['english', 'en'],
  ['en-US', 'en'],
])('the language %j is %j', (cell, language) => {
  expect(readLanguage('Language', cell)).toEqual({ value: language });
});

it('refuses a language that has no texts', () => {
  expect(readLanguage('Language', 'French')).toEqual({
    message: 'Language must be English or Spanish, not "French"',
  });
});
