import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shopCalendar } from './calendar.ts';

const from = Date.parse('2023-11-22T12:00:00Z');
const to = Date.parse('2026-11-21T15:00:00Z');
const calendar = shopCalendar(from, to);

const inPortland = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What the clock on the shop's wall says, asked of the platform and not of the calendar. */
function onTheWall(moment: number) {
  const parts = Object.fromEntries(
    inPortland.formatToParts(moment).map(({ type, value }) => [type, value]),
  );
  const minutes = Number(parts.hour) * 60 + Number(parts.minute);
  return { weekday: parts.weekday, date: `${parts.month}/${parts.day}`, minutes };
}

function isOpen(moment: number): boolean {
  const { weekday, date, minutes } = onTheWall(moment);
  if (weekday === 'Sun' || ['12/25', '1/1', '7/4'].includes(date)) return false;
  return weekday === 'Sat'
    ? minutes >= 10 * 60 && minutes < 15 * 60
    : minutes >= 9 * 60 && minutes < 17.5 * 60;
}

describe('the calendar', () => {
  it('opens at nine by the shop’s own clock, in summer and in winter, and on no holiday', () => {
    for (const { opens, closes } of calendar.openDays) {
      const { weekday, minutes } = onTheWall(opens);
      expect(minutes).toBe(weekday === 'Sat' ? 600 : 540);
      expect(isOpen(opens) && isOpen(closes - 1)).toBe(true);
    }
    const dates = calendar.openDays.map(({ opens }) => onTheWall(opens).date);
    // Thanksgiving of 2024, Labor Day of 2025, Memorial Day of 2026.
    expect(
      calendar.openDays.some(({ opens }) => new Date(opens).toISOString().startsWith('2024-11-28')),
    ).toBe(false);
    expect(
      calendar.openDays.some(({ opens }) => new Date(opens).toISOString().startsWith('2025-09-01')),
    ).toBe(false);
    expect(
      calendar.openDays.some(({ opens }) => new Date(opens).toISOString().startsWith('2026-05-25')),
    ).toBe(false);
    expect(dates).toContain('12/24');
  });

  it('counts only opening time', () => {
    const lastMinutes = Date.parse('2026-11-20T22:20:00Z');
    expect(new Date(calendar.workingAfter(lastMinutes, 15)).toISOString()).toBe(
      '2026-11-21T15:06:00.000Z',
    );
    fc.assert(
      fc.property(
        fc.integer({ min: from, max: to }),
        fc.integer({ min: 1, max: 2000 }),
        (start, minutes) => {
          const end = calendar.workingAfter(start, minutes);
          expect(isOpen(end)).toBe(true);
          expect(end - start).toBeGreaterThanOrEqual(minutes * 60_000);
          expect(calendar.workingAfter(start, minutes + 1)).toBeGreaterThan(end);
        },
      ),
    );
    expect(calendar.workingAfter(to, 1_000_000)).toBe(Number.POSITIVE_INFINITY);
  });

  it('lets customers sleep', () => {
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (moment) => {
        const awake = calendar.awake(moment);
        const { minutes } = onTheWall(awake);
        expect(awake).toBeGreaterThanOrEqual(moment);
        expect(minutes).toBeGreaterThanOrEqual(7 * 60);
        expect(minutes).toBeLessThan(23 * 60);
      }),
    );
  });
});
