import { describe, expect, it } from 'vitest';
import {
  expiredBefore,
  isTimeZone,
  localTime,
  mayRemindNow,
  remindedSpan,
  type TextingRules,
} from './deadlines.ts';

const rules: TextingRules = {
  reminderAfterDays: 3,
  hours: { from: '09:00', to: '18:00' },
  timeZone: 'America/New_York',
  estimateExpiresAfterDays: 30,
};
const at = (time: string) => Date.parse(time);
const day = 24 * 60 * 60_000;

describe('the shop’s clock', () => {
  it.each([
    ['2026-01-15T14:05:00Z', '09:05'],
    ['2026-07-15T14:05:00Z', '10:05'],
    // The night in which 2 o'clock is left out, and the one in which 1 o'clock comes twice.
    ['2026-03-08T06:59:59Z', '01:59'],
    ['2026-03-08T07:00:00Z', '03:00'],
    ['2026-11-01T05:30:00Z', '01:30'],
    ['2026-11-01T06:30:00Z', '01:30'],
    ['2026-01-15T05:00:00Z', '00:00'],
  ])('at %s shows %s in New York', (time, shown) => {
    expect(localTime(at(time), 'America/New_York')).toBe(shown);
  });

  it('knows time zones by name', () => {
    expect(['America/New_York', 'UTC', 'Pacific/Honolulu'].map(isTimeZone)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['New York', '', 'Mars/Olympus', 'x'.repeat(500)].map(isTimeZone)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a reminder may leave', () => {
  it.each([
    ['2026-01-15T13:59:59Z', false],
    ['2026-01-15T14:00:00Z', true],
    ['2026-01-15T22:59:59Z', true],
    ['2026-01-15T23:00:00Z', false],
    // In summer the same hours are an hour earlier on the world's clock.
    ['2026-07-15T13:00:00Z', true],
    ['2026-07-15T12:59:00Z', false],
    ['2026-07-15T22:00:00Z', false],
  ])('at %s: %s', (time, may) => {
    expect(mayRemindNow(rules, at(time))).toBe(may);
    expect(remindedSpan(rules, at(time)) !== null).toBe(may);
  });

  it('never where it is off, nor without a time zone', () => {
    const noon = at('2026-01-15T17:00:00Z');
    expect(mayRemindNow({ ...rules, reminderAfterDays: null }, noon)).toBe(false);
    expect(mayRemindNow({ ...rules, timeZone: null }, noon)).toBe(false);
    expect(remindedSpan({ ...rules, reminderAfterDays: null }, noon)).toBeNull();
  });

  it('for estimates that are old enough, and not for those of last year', () => {
    const noon = at('2026-01-15T17:00:00Z');
    expect(remindedSpan(rules, noon)).toEqual({ from: noon - 10 * day, to: noon - 3 * day });
  });
});

it('an estimate runs out after the days that the shop has set, or never', () => {
  const now = at('2026-01-31T12:00:00Z');
  expect(expiredBefore(rules, now)).toBe(at('2026-01-01T12:00:00Z'));
  expect(expiredBefore({ ...rules, estimateExpiresAfterDays: null }, now)).toBeNull();
});
