import { describe, expect, it } from 'vitest';
import { isBackupDue, isBackupStale, lastDueAt, nextDueAt } from './backup-times.ts';

const at = (time: string) => Date.parse(time);
const newYork = 'America/New_York';
const iso = (moment: number) => new Date(moment).toISOString();

describe('a daily backup', () => {
  it.each([
    // [what, now, daily at, time zone, last due, next due]
    ['before it is due', '2026-01-15T07:59:59Z', '03:00', newYork, '01-14T08', '01-15T08'],
    ['at the moment itself', '2026-01-15T08:00:00Z', '03:00', newYork, '01-15T08', '01-16T08'],
    ['after it was due', '2026-01-15T20:00:00Z', '03:00', newYork, '01-15T08', '01-16T08'],
    ['in daylight saving time', '2026-07-15T20:00:00Z', '03:00', newYork, '07-15T07', '07-16T07'],
    ['late in the evening', '2026-01-16T04:30:00Z', '23:00', newYork, '01-16T04', '01-17T04'],
    ['far in the east', '2026-01-15T12:00:00Z', '03:00', 'Asia/Tokyo', '01-14T18', '01-15T18'],
    ['on leap day', '2028-02-29T12:00:00Z', '03:00', 'UTC', '02-29T03', '03-01T03'],
    ['at midnight', '2026-01-01T00:00:00Z', '00:00', 'UTC', '01-01T00', '01-02T00'],
    ['before the clock jumps', '2026-03-08T06:00:00Z', '03:00', newYork, '03-07T08', '03-08T07'],
    ['after the clock jumped', '2026-03-08T12:00:00Z', '03:00', newYork, '03-08T07', '03-09T07'],
  ])('%s', (_what, now, dailyAt, timeZone, last, next) => {
    const year = now.slice(0, 5);
    const times = { dailyAt, timeZone };
    expect(iso(lastDueAt(at(now), times))).toBe(`${year}${last}:00:00.000Z`);
    expect(iso(nextDueAt(at(now), times))).toBe(`${year}${next}:00:00.000Z`);
  });

  it('at a time that the clock skips is made later by as much as it jumps', () => {
    const times = { dailyAt: '02:30', timeZone: newYork };
    expect(iso(nextDueAt(at('2026-03-08T05:00:00Z'), times))).toBe('2026-03-08T07:30:00.000Z');
    expect(iso(nextDueAt(at('2026-03-08T08:00:00Z'), times))).toBe('2026-03-09T06:30:00.000Z');
  });

  it('at a time that the clock shows twice is made once, the first time', () => {
    const times = { dailyAt: '01:30', timeZone: newYork };
    const first = at('2026-11-01T05:30:00Z');
    expect(nextDueAt(first - 1, times)).toBe(first);
    const second = at('2026-11-01T06:30:00Z');
    expect(lastDueAt(second + 1, times)).toBe(first);
    expect(isBackupDue(second + 1, first, times)).toBe(false);
  });

  it('comes once a day through a whole year with both clock changes', () => {
    for (const timeZone of [newYork, 'Australia/Lord_Howe']) {
      for (const dailyAt of ['01:30', '02:15']) {
        const times = { dailyAt, timeZone };
        let moment = at('2026-01-01T12:00:00Z');
        const end = at('2027-01-01T12:00:00Z');
        let count = 0;
        while (moment < end) {
          const next = nextDueAt(moment, times);
          expect(next - moment, `${timeZone} ${iso(moment)}`).toBeLessThanOrEqual(25.5 * 3_600_000);
          expect(lastDueAt(next, times)).toBe(next);
          moment = next;
          count += 1;
        }
        expect(count, `${timeZone} ${dailyAt}`).toBeGreaterThanOrEqual(365);
        expect(count, `${timeZone} ${dailyAt}`).toBeLessThanOrEqual(366);
      }
    }
  });

  it.each([
    ['is due when none was ever made', null, true],
    ['is due when one was missed', '2026-01-15T02:59:00Z', true],
    ['is not due after it was made', '2026-01-15T03:00:00Z', false],
    ['is due when the last one was made by a clock that ran ahead', '2030-01-01T00:00:00Z', true],
  ])('%s', (_what, last, isDue) => {
    const times = { dailyAt: '03:00', timeZone: 'UTC' };
    const now = at('2026-01-15T09:00:00Z');
    expect(isBackupDue(now, last === null ? null : at(last), times)).toBe(isDue);
  });

  it('is too old after 48 hours', () => {
    const last = at('2026-01-15T03:00:00Z');
    expect(isBackupStale(last + 48 * 3_600_000, last)).toBe(false);
    expect(isBackupStale(last + 48 * 3_600_000 + 1, last)).toBe(true);
    expect(isBackupStale(last, null)).toBe(false);
  });
});
