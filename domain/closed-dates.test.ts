import { describe, expect, it } from 'vitest';
import { addDays, type WeekDay, weekdayOf } from './calendar-date.ts';
import {
  type ClosedSpan,
  closedSpanFault,
  closedSpanOn,
  isOpenOn,
  withoutLongPast,
} from './closed-dates.ts';

const span = (from: string, to = from, name: string | null = null): ClosedSpan => ({
  from,
  to,
  name,
});
const openDays: readonly WeekDay[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

describe('a closed span', () => {
  it.each([
    ['2026-12-24', '2026-12-24', null],
    ['2026-12-24', '2027-01-02', null],
    ['2026-01-01', '2027-01-01', null],
    ['2026-01-01', '2027-01-02', 'A closed period can be at most 366 days'],
    ['2026-12-24', '2026-12-23', 'The last closed day must not be before the first'],
    ['2026-12-24', '2025-12-25', 'The last closed day must not be before the first'],
  ])('from %s to %s: %j', (from, to, fault) => {
    expect(closedSpanFault({ from, to })).toBe(fault);
  });

  it('is dropped two months after its end', () => {
    const spans = [
      span('2026-08-01', '2026-09-24'),
      span('2026-08-01', '2026-09-25'),
      span('2026-12-24'),
      // Still being typed.
      span('2026-09-25', ''),
      span('', ''),
    ];
    expect(withoutLongPast(spans, '2026-11-24')).toEqual(spans.slice(1));
  });

  it('contains its first and last day, and nothing outside them', () => {
    const closed = [span('2026-11-26'), span('2026-12-24', '2027-01-02', 'Christmas')];
    for (let day = 0; day < 60; day += 1) {
      const date = addDays('2026-11-20', day);
      const isClosed = date === '2026-11-26' || (date >= '2026-12-24' && date <= '2027-01-02');
      expect([date, closedSpanOn(date, closed) !== null]).toEqual([date, isClosed]);
      expect(isOpenOn(date, { openDays, closedDates: closed })).toBe(
        !isClosed && weekdayOf(date) !== 'sun',
      );
    }
  });
});
