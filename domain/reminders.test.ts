import { describe, expect, it } from 'vitest';
import { expiredBefore, mayRemindNow, pickupSpans, remindedSpan } from './reminders.ts';
import { defaultShopSettings, type ShopSettings } from './shop-settings.ts';

const { calendar, texts } = defaultShopSettings;
const rules = (
  changes: Partial<ShopSettings['texts']> = {},
  timeZone: string | null = 'America/New_York',
) => ({
  calendar: { ...calendar, timeZone },
  texts: { ...texts, reminderAfterDays: 3, estimateExpiresAfterDays: 30, ...changes },
});
const on = rules({ remindsOfPickUp: true });
const at = (time: string) => Date.parse(time);
const day = 24 * 60 * 60_000;

describe('a reminder may be sent', () => {
  it.each([
    ['2026-01-15T13:59:59Z', false],
    ['2026-01-15T14:00:00Z', true],
    ['2026-01-15T22:59:59Z', true],
    ['2026-01-15T23:00:00Z', false],
    // In summer the same hours are an hour earlier in UTC.
    ['2026-07-15T13:00:00Z', true],
    ['2026-07-15T12:59:00Z', false],
    ['2026-07-15T22:00:00Z', false],
    // A Saturday, and the Sunday after it by the shop's own clock.
    ['2026-01-17T17:00:00Z', true],
    ['2026-01-18T17:00:00Z', false],
  ])('at %s: %s', (time, may) => {
    expect(mayRemindNow(rules(), at(time))).toBe(may);
    expect(remindedSpan(rules(), at(time), null) !== null).toBe(may);
  });

  it('only if it is switched on, and with a time zone', () => {
    const noon = at('2026-01-15T17:00:00Z');
    expect(mayRemindNow(rules({ reminderAfterDays: null }), noon)).toBe(false);
    expect(mayRemindNow(rules({}, null), noon)).toBe(false);
    expect(remindedSpan(rules({ reminderAfterDays: null }), noon, null)).toBeNull();
  });

  it('for pickup after a week and after a month, in the shop’s hours, if it is switched on', () => {
    const noon = at('2026-01-15T17:00:00Z');
    expect(pickupSpans(on, noon, null)).toEqual([
      // Seven open days late at most: a Sunday is among them.
      { nth: 1, from: noon - 15 * day, to: noon - 7 * day },
      { nth: 2, from: noon - 38 * day, to: noon - 30 * day },
    ]);
    expect(
      pickupSpans(rules({ reminderAfterDays: null, remindsOfPickUp: true }), noon, null),
    ).toHaveLength(2);
    expect(pickupSpans(rules(), noon, null)).toEqual([]);
    expect(pickupSpans(rules({ remindsOfPickUp: true }, null), noon, null)).toEqual([]);
    expect(pickupSpans(on, at('2026-01-15T13:59:59Z'), null)).toEqual([]);
    expect(pickupSpans(on, at('2026-01-15T23:00:00Z'), null)).toEqual([]);
    expect(pickupSpans(on, at('2026-01-18T17:00:00Z'), null)).toEqual([]);
  });

  it('not for what was due before the store was restored: it may have gone out since the backup', () => {
    const noon = at('2026-01-15T17:00:00Z');
    const restored = noon - day;
    expect(remindedSpan(on, noon, restored)).toEqual({
      from: restored - 3 * day,
      to: noon - 3 * day,
    });
    expect(pickupSpans(on, noon, restored)).toEqual([
      { nth: 1, from: restored - 7 * day, to: noon - 7 * day },
      { nth: 2, from: restored - 30 * day, to: noon - 30 * day },
    ]);
    expect(remindedSpan(on, noon, noon - 20 * day)).toEqual(remindedSpan(on, noon, null));
  });

  it('after a vacation for what became due in it', () => {
    const closedDates = [{ from: '2025-12-19', to: '2026-01-03', name: null }];
    const vacation = { ...on, calendar: { ...on.calendar, closedDates } };
    // A Monday. The seventh open day before it is December 11.
    const noon = at('2026-01-05T17:00:00Z');
    expect(remindedSpan(on, noon, null)?.from).toBe(noon - 12 * day);
    const from = noon - 25 * day;
    expect(remindedSpan(vacation, noon, null)).toEqual({
      from: from - 3 * day,
      to: noon - 3 * day,
    });
    expect(pickupSpans(vacation, noon, null)).toMatchObject([
      { from: from - 7 * day },
      { from: from - 30 * day },
    ]);
  });

  it('for estimates that are old enough, and not for those of last year', () => {
    const noon = at('2026-01-15T17:00:00Z');
    expect(remindedSpan(rules(), noon, null)).toEqual({
      from: noon - 11 * day,
      to: noon - 3 * day,
    });
  });
});

it('an estimate runs out after the days that the shop has set, or never', () => {
  const now = at('2026-01-31T12:00:00Z');
  expect(expiredBefore(rules(), now)).toBe(at('2026-01-01T12:00:00Z'));
  expect(expiredBefore(rules({ estimateExpiresAfterDays: null }), now)).toBeNull();
});
