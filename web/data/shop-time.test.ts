import { describe, expect, it } from 'vitest';
import {
  absoluteTime,
  dateTimeOf,
  dayOrTime,
  daysAgo,
  dayTime,
  timeAgo,
  timeZone,
  waitingText,
} from './shop-time.ts';

const now = new Date(2026, 2, 10, 15, 0, 0);
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('timeAgo', () => {
  it.each([
    [0, 'just now'],
    [59 * second, 'just now'],
    [minute, '1 minute ago'],
    [59 * minute, '59 minutes ago'],
    [hour, '1 hour ago'],
    [day - minute, '23 hours ago'],
    [day, 'yesterday'],
    [6 * day, '6 days ago'],
    [7 * day, 'Mar 3, 2026'],
  ])('%d ms: %s', (elapsed, text) => {
    expect(timeAgo(new Date(now.getTime() - elapsed), now)).toBe(text);
  });

  it('does not speak of the future when the clocks differ a little', () => {
    expect(timeAgo(new Date(now.getTime() + 3 * second), now)).toBe('just now');
  });

  it('gives the date when the clocks differ a lot', () => {
    const later = new Date(now.getTime() + hour);
    expect(timeAgo(later, now)).toBe(absoluteTime(later, 'dateTime'));
  });
});

describe('daysAgo', () => {
  it.each([
    [minute, '1 minute ago'],
    [6 * day, '6 days ago'],
    [7 * day, '7 days ago'],
    [31 * day - 1, '30 days ago'],
    [31 * day, '31 days ago'],
    [601 * day, '601 days ago'],
  ])('%d ms: %s', (elapsed, text) => {
    expect(daysAgo(new Date(now.getTime() - elapsed), now)).toBe(text);
  });
});

describe('dayOrTime', () => {
  it('is the time if today, else the day, with its year if that is not this one', () => {
    const ago = (elapsed: number) => new Date(now.getTime() - elapsed);
    expect(dayOrTime(ago(minute), now)).toBe(absoluteTime(ago(minute), 'time'));
    expect(dayOrTime(ago(2 * day), now)).toBe(absoluteTime(ago(2 * day), 'day'));
    expect(dayOrTime(ago(366 * day), now)).toBe(absoluteTime(ago(366 * day), 'date'));
  });
});

describe('dayTime', () => {
  it('leaves the date out today, and only today', () => {
    const midnight = new Date(2026, 2, 10);
    expect(dayTime(midnight, now)).toBe(absoluteTime(midnight, 'time'));
    const justBefore = new Date(midnight.getTime() - second);
    expect(dayTime(justBefore, now)).toBe(absoluteTime(justBefore, 'dayTime'));
  });

  it('leaves the year out in the same year only', () => {
    const lastYear = new Date(2025, 11, 31, 23);
    expect(dayTime(lastYear, now)).toBe(absoluteTime(lastYear, 'dateTime'));
  });
});

// Some versions of the platform put a narrow no-break space before AM and PM.
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('in the time zone of the shop', () => {
  const at = new Date('2026-01-01T03:25:00Z');
  const later = new Date('2026-01-01T06:00:00Z');

  it.each([
    ['America/New_York', dayTime, 'Dec 31, 2025, 10:25 PM'],
    ['Asia/Tokyo', dayTime, '12:25 PM'],
    ['America/Los_Angeles', dayTime, '7:25 PM'],
    ['America/Los_Angeles', dateTimeOf, 'Dec 31, 7:25 PM'],
    ['America/New_York', dateTimeOf, 'Dec 31, 2025, 10:25 PM'],
    ['Asia/Tokyo', dateTimeOf, 'Jan 1, 12:25 PM'],
  ])('%s', (zone, words, text) => {
    expect(plain(words(at, later, zone))).toBe(text);
  });

  it('is the current one if no other is given', () => {
    timeZone.set('Asia/Tokyo');
    try {
      expect(plain(absoluteTime(at, 'dateTime'))).toBe('Jan 1, 2026, 12:25 PM');
    } finally {
      timeZone.set(undefined);
    }
  });
});

describe('absoluteTime', () => {
  it.each([
    ['date', 'Mar 10, 2026'],
    ['time', '3:00 PM'],
    ['dateTime', 'Mar 10, 2026, 3:00 PM'],
    ['dayTime', 'Mar 10, 3:00 PM'],
  ] as const)('%s', (style, text) => {
    expect(plain(absoluteTime(now, style))).toBe(text);
  });
});

describe('waitingText', () => {
  it.each([
    [1, '1 second'],
    [42, '42 seconds'],
    [60, '1:00'],
    [894, '14:54'],
  ])('%i is %s', (seconds, text) => {
    expect(waitingText(seconds)).toBe(text);
  });
});
