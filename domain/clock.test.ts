import { describe, expect, it } from 'vitest';
import { clockGapText, isTimeZone, localTime, zoneInForce } from './clock.ts';

it.each([
  [null, null],
  [0, null],
  [60_000, null],
  [-60_000, null],
  [60_001, '1 minute ahead'],
  [-61_000, '1 minute behind'],
  [6 * 60_000, '6 minutes ahead'],
  [-6 * 60_000 - 500, '6 minutes behind'],
  [5.4 * 3_600_000, '5 hours ahead'],
  [-30 * 24 * 3_600_000, '30 days behind'],
])('a clock that is ahead by %j milliseconds: %j', (aheadMs, text) => {
  expect(clockGapText(aheadMs)).toBe(text);
});

describe('the shop’s clock', () => {
  it.each([
    ['2026-01-15T14:05:00Z', '09:05'],
    ['2026-07-15T14:05:00Z', '10:05'],
    // The night in which 2 o'clock is skipped, and the one in which 1 o'clock comes twice.
    ['2026-03-08T06:59:59Z', '01:59'],
    ['2026-03-08T07:00:00Z', '03:00'],
    ['2026-11-01T05:30:00Z', '01:30'],
    ['2026-11-01T06:30:00Z', '01:30'],
    ['2026-01-15T05:00:00Z', '00:00'],
  ])('at %s shows %s in New York', (time, shown) => {
    expect(localTime(Date.parse(time), 'America/New_York')).toBe(shown);
  });

  it('knows time zones by name', () => {
    const known = ['America/New_York', 'UTC', 'Pacific/Honolulu'];
    const unknown = ['New York', '', 'Mars/Olympus', 'x'.repeat(500)];
    expect([...known, ...unknown].filter(isTimeZone)).toEqual(known);
  });
});

it('a shop’s time zone is the one that it has chosen, else the process’s own', () => {
  const at = (timeZone: string | null) => ({ calendar: { timeZone } });
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect([zoneInForce(at(null)), zoneInForce(at('Asia/Tokyo'))]).toEqual([own, 'Asia/Tokyo']);
});
