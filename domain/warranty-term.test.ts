import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dateIn, daysBetween, midnightIn } from './calendar-date.ts';
import { dayMs } from './clock.ts';
import {
  begun,
  daysToBegin,
  isUnderWarranty,
  maxWarrantyDays,
  remainingText,
  stopped,
  type Term,
} from './warranty-term.ts';

const given = (days: number): Term => ({ days, daysUsed: 0, from: null, until: null });

/** Zones that change their clocks at midnight, by half an hour, twice within a month or not at all. */
const zones = [
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
];
const zone = fc.constantFrom(...zones);
const date = fc.integer({ min: 0, max: 365 * 60 }).map((days) => addDays('2000-01-01', days));
const days = fc.integer({ min: 1, max: maxWarrantyDays });
/** How far through a calendar day, which may last 23 or 25 hours, something happens. */
const moment = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** A moment on that date in that zone. */
function momentOn(on: string, timeZone: string, part: number): number {
  const start = midnightIn(on, timeZone);
  return start + Math.floor(part * (midnightIn(addDays(on, 1), timeZone) - start));
}

describe('the days of a warranty', () => {
  it('begin at the pickup, and stop when the watch is back: 60 days, back on day 50, 10 remain', () => {
    const first = begun(given(60), '2026-10-03');
    expect(first).toEqual({ ...given(60), from: '2026-10-03', until: '2026-12-02' });
    const back = stopped(first, addDays('2026-10-03', 50));
    expect(back).toEqual({ ...given(60), daysUsed: 50 });
    const second = begun(back, '2026-12-12');
    expect(second).toEqual({ days: 60, daysUsed: 50, from: '2026-12-12', until: '2026-12-22' });
    expect(remainingText(second, '2026-12-12')).toBe('10 of 60 days remain');
  });

  it.each([
    ['2026-11-30', 365, '2027-11-30'],
    ['2026-11-30', 90, '2027-02-28'],
    ['2025-03-07', 90, '2025-06-05'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-31', 3650, '2036-12-28'],
  ])('from %s, %i days end with %s', (from, count, until) => {
    expect(begun(given(count), from).until).toBe(until);
  });

  it('count in calendar days of the shop, in every zone, whatever its clocks do', () => {
    fc.assert(
      fc.property(
        zone,
        date,
        days,
        moment,
        moment,
        fc.nat(4000),
        (timeZone, on, count, one, other, later) => {
          const pickedUp = momentOn(on, timeZone, one);
          const back = momentOn(addDays(on, later), timeZone, other);
          const running = begun(given(count), dateIn(pickedUp, timeZone));
          expect(running.from).toBe(on);
          expect(daysToBegin(stopped(running, dateIn(back, timeZone)))).toBe(
            Math.max(count - later, 0),
          );
          // On the last date until its last moment, and no longer.
          const last = momentOn(running.until ?? '', timeZone, 0.999999);
          expect(isUnderWarranty(running.until, dateIn(last, timeZone))).toBe(true);
          const over = midnightIn(addDays(running.until ?? '', 1), timeZone);
          expect(isUnderWarranty(running.until, dateIn(over, timeZone))).toBe(false);
          // Within two hours of whole days, because clocks change.
          expect(
            Math.abs(over - midnightIn(on, timeZone) - (count + 1) * dayMs),
          ).toBeLessThanOrEqual(2 * 60 * 60_000);
        },
      ),
      { seed: 42, numRuns: 200 },
    );
  });

  it('never start over, however often the watch leaves and comes back', () => {
    const stays = fc.array(fc.tuple(fc.nat(90), fc.nat(90)), { maxLength: 12 });
    fc.assert(
      fc.property(date, days, stays, (start, count, visits) => {
        let warranty = given(count);
        let today = start;
        let withCustomer = 0;
        for (const [away, inShop] of visits) {
          warranty = begun(warranty, today);
          const { from, until } = warranty;
          // Picked up on the same day again, nothing is lost.
          expect(begun(stopped(warranty, today), today)).toEqual(warranty);
          if (from !== null) withCustomer += Math.min(away, daysBetween(from, until ?? ''));
          today = addDays(today, away);
          warranty = stopped(warranty, today);
          expect(daysToBegin(warranty)).toBe(count - withCustomer);
          today = addDays(today, inShop);
        }
      }),
      { seed: 42, numRuns: 200 },
    );
  });

  it('run once, and not at all if none are left', () => {
    const running = begun(given(30), '2026-03-05');
    expect(begun(running, '2026-04-01')).toBe(running);
    const over = stopped(running, '2026-09-01');
    expect(over.daysUsed).toBe(30);
    expect(begun(over, '2026-09-02')).toBe(over);
    expect(stopped(over, '2026-09-03')).toBe(over);
  });

  it('lose nothing if the shop’s date was set back', () => {
    const running = begun(given(30), '2026-03-05');
    expect(stopped(running, '2026-03-04')).toEqual(given(30));
  });

  it.each([
    [60, '2026-03-06', '1 of 60 days remains'],
    [60, '2026-03-05', '0 of 60 days remain'],
    [60, '2026-03-01', '0 of 60 days remain'],
    [1, '2026-03-06', '1 of 1 day remains'],
    [3650, '2036-03-02', '3,650 of 3,650 days remain'],
  ])('%i days until %s: %s', (count, until, words) => {
    expect(remainingText({ days: count, until }, '2026-03-05')).toBe(words);
  });

  it('are zero if no warranty has begun', () => {
    expect(isUnderWarranty(null, '2026-03-05')).toBe(false);
    expect(remainingText(given(5), '2026-03-05')).toBe('0 of 5 days remain');
  });
});
