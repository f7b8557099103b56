import { describe, expect, it } from 'vitest';
import { addDays, type WeekDay, weekDays, weekdayOf } from './calendar-date.ts';
import {
  attentionDates,
  nextOpenDay,
  openDaysAfter,
  promisableDates,
  promiseFault,
  promiseState,
  promiseWords,
  proposedDate,
  shiftOffer,
} from './promised-date.ts';
import { repairStatuses } from './repair-status.ts';

const newYork = 'America/New_York';
const openOn = (openDays: readonly WeekDay[]) => ({ openDays, closedDates: [] });
const open = openOn(['mon', 'tue', 'wed', 'thu', 'fri', 'sat']);
const office = openOn(['mon', 'tue', 'wed', 'thu', 'fri']);

describe('the next open day', () => {
  it('is the day itself or the first after it that is open, for every set of open days', () => {
    for (let set = 0; set < 2 ** 7; set += 1) {
      const days = weekDays.filter((_, index) => set & (1 << index));
      for (let day = 0; day < 7; day += 1) {
        const date = addDays('2026-12-28', day);
        const found = nextOpenDay(date, openOn(days));
        const coming = Array.from({ length: 7 }, (_, ahead) => addDays(date, ahead));
        expect(found).toBe(coming.find((one) => days.includes(weekdayOf(one))) ?? date);
      }
    }
  });

  it('is after a closed span, and the day itself if the shop is closed for years', () => {
    const span = (from: string, to = from) => ({ from, to, name: null });
    const closed = (...closedDates: ReturnType<typeof span>[]) => ({ ...open, closedDates });
    expect(nextOpenDay('2026-11-26', closed(span('2026-11-26')))).toBe('2026-11-27');
    // Saturday to Saturday, and the Sunday after it.
    expect(nextOpenDay('2026-12-26', closed(span('2026-12-24', '2027-01-02')))).toBe('2027-01-04');
    const years = [2026, 2027, 2028, 2029].map((year) => span(`${year}-01-01`, `${year}-12-31`));
    expect(nextOpenDay('2026-12-26', closed(...years))).toBe('2026-12-26');
  });
});

describe('the date proposed at intake', () => {
  it.each([
    // Monday → Monday; a week after a Sunday is a Sunday, so Monday.
    [false, '2026-03-02', 7, '2026-03-09'],
    [false, '2026-03-01', 7, '2026-03-09'],
    // Across the end of a month, a leap day, and the end of a year.
    [false, '2026-02-25', 7, '2026-03-04'],
    [false, '2028-02-26', 3, '2028-02-29'],
    [false, '2026-12-28', 7, '2027-01-04'],
    [false, '2026-12-28', 6, '2027-01-04'],
    // Over the nights in which the clock is changed.
    [false, '2026-03-05', 5, '2026-03-10'],
    [false, '2026-10-30', 7, '2026-11-06'],
    // The shop is open today, or nobody could take it in.
    [true, '2026-03-01', 7, '2026-03-01'],
    [true, '2026-12-31', 7, '2026-12-31'],
  ])('same day %j, today %s, usually %i days: %s', (isSameDay, today, usualDays, date) => {
    expect(proposedDate(isSameDay, today, { ...open, usualDays })).toBe(date);
  });

  it.each([
    ['as many days later over a vacation', '2026-12-18', 7, '2027-01-11'],
    ['a day later for a holiday', '2026-12-14', 7, '2026-12-22'],
    ['as usual where the closed days come after it', '2026-12-10', 7, '2026-12-17'],
  ])('is %s: weekly closed days count, closed dates do not', (_what, today, usualDays, date) => {
    const closedDates = [
      { from: '2026-12-15', to: '2026-12-15', name: 'A holiday' },
      { from: '2026-12-19', to: '2027-01-03', name: 'Winter vacation' },
    ].slice(today === '2026-12-14' ? 0 : 1, today === '2026-12-14' ? 1 : 2);
    expect(proposedDate(false, today, { ...open, closedDates, usualDays })).toBe(date);
  });

  it('is never a closed date, unless it is today', () => {
    const closedDates = [{ from: '2026-11-26', to: '2026-11-27', name: 'Thanksgiving' }];
    const calendar = { ...open, closedDates, usualDays: 3 };
    expect(proposedDate(false, '2026-11-23', calendar)).toBe('2026-11-28');
    expect(proposedDate(true, '2026-11-26', calendar)).toBe('2026-11-26');
  });
});

describe('which dates may be promised', () => {
  const now = Date.parse('2026-03-05T03:00:00Z');
  it.each([
    [newYork, '2026-03-04', '2028-03-03'],
    ['UTC', '2026-03-05', '2028-03-04'],
    // Until the zone is known: any date that is today somewhere.
    [null, '2026-03-04', '2028-03-04'],
  ])('in %s from %s to %s', (zone, first, last) => {
    const dates = promisableDates(now, zone);
    expect(dates).toEqual({ first, last });
    expect(promiseFault(addDays(first, -1), dates)).toMatch(/in the past/);
    expect(promiseFault(first, dates)).toBeNull();
    expect(promiseFault(last, dates)).toBeNull();
    expect(promiseFault(addDays(last, 1), dates)).toMatch(/within two years/);
  });

  it('are every date that is today at some counter, while the zone is not known', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const at = now + hour * 60 * 60_000;
      const { first } = promisableDates(at, null);
      for (const zone of ['Etc/GMT+12', newYork, 'Pacific/Kiritimati']) {
        expect(promisableDates(at, zone).first >= first).toBe(true);
      }
    }
  });
});

describe('the state of a promise', () => {
  const stateOf = (status: string, expectedOn: string | null, today: string) =>
    promiseState({ expectedOn, status }, today);

  it.each([
    ['2026-03-05', '2026-03-04', null],
    ['2026-03-05', '2026-03-05', 'Due today'],
    ['2026-03-05', '2026-03-06', 'Overdue 1 day'],
    ['2026-02-28', '2026-03-01', 'Overdue 1 day'],
    ['2028-02-28', '2028-03-01', 'Overdue 2 days'],
    ['2026-12-31', '2027-01-03', 'Overdue 3 days'],
    ['2026-03-07', '2026-03-09', 'Overdue 2 days'],
  ])('promised for %s, on %s: %j', (expectedOn, today, words) => {
    const state = stateOf('assigned', expectedOn, today);
    expect(state && promiseWords(state)).toBe(words);
  });

  it.each([...repairStatuses, 'of another program'])('%s', (status) => {
    const isDone = status === 'completed' || status === 'ready';
    const waits = status === 'estimate-sent';
    for (const [today, open] of [
      ['2026-03-04', null],
      ['2026-03-05', 'due-today'],
      ['2026-03-09', 'overdue'],
    ] as const) {
      const expected = isDone ? undefined : waits ? 'waits-for-customer' : (open ?? undefined);
      expect(stateOf(status, '2026-03-05', today)?.kind).toBe(expected);
      expect(stateOf(status, null, today)).toBeNull();
    }
  });
});

describe('the offer to move the date after an ACCEPT', () => {
  const answered = {
    status: 'estimate-accepted',
    expectedOn: '2026-03-11',
    estimateSentAt: '2026-03-04T15:00:00.000Z',
    estimateAcceptedAt: '2026-03-07T16:00:00.000Z',
  };
  const offer = (given: Partial<typeof answered> = {}, decidedAt: string | null = null) =>
    shiftOffer({ ...answered, ...given }, decidedAt, newYork, open);

  it('is later by the number of calendar days that the estimate waited', () => {
    expect(offer()).toEqual({ days: 3, date: '2026-03-14' });
  });

  it.each([
    // A Sunday moves on to Monday.
    [{ expectedOn: '2026-03-12' }, { days: 3, date: '2026-03-16' }],
    [{ expectedOn: '2026-12-30' }, { days: 3, date: '2027-01-02' }],
    // Still the same evening in New York, though the next day elsewhere.
    [
      {
        estimateSentAt: '2026-03-07T14:00:00.000Z',
        estimateAcceptedAt: '2026-03-08T04:30:00.000Z',
      },
      null,
    ],
    // Across the night that is an hour shorter.
    [
      {
        estimateSentAt: '2026-03-08T04:30:00.000Z',
        estimateAcceptedAt: '2026-03-09T04:30:00.000Z',
      },
      { days: 2, date: '2026-03-13' },
    ],
  ])('%j: %j', (given, expected) => {
    expect(offer(given)).toEqual(expected);
  });

  it.each([...repairStatuses])('while it is %s', (status) => {
    const isThere = status === 'estimate-accepted' || status === 'assigned';
    expect(offer({ status }) !== null).toBe(isThere);
  });

  it('is over once staff have decided', () => {
    expect(offer({}, '2026-03-07T15:59:59.000Z')).not.toBeNull();
    expect(offer({}, answered.estimateAcceptedAt)).toBeNull();
    expect(offer({}, '2026-03-08T10:00:00.000Z')).toBeNull();
  });

  it.each(['expectedOn', 'estimateSentAt', 'estimateAcceptedAt'])('needs %s', (name) => {
    const without = { ...answered, [name]: null };
    expect(shiftOffer(without, null, newYork, open)).toBeNull();
  });
});

describe('the limits for what needs attention', () => {
  it.each([
    ['2026-03-02', 1, '2026-03-03'],
    ['2026-03-05', 2, '2026-03-09'],
    ['2026-03-06', 2, '2026-03-10'],
    ['2026-03-07', 2, '2026-03-10'],
    ['2026-12-31', 2, '2027-01-04'],
  ])('from %s on, %i open days later is %s', (date, count, later) => {
    expect(openDaysAfter(date, count, office)).toBe(later);
  });

  it.each([
    ['2026-03-05T15:00:00Z', '2026-03-07', '2026-03-05T12:00:00.000Z', '2026-02-20T05:00:00.000Z'],
    // The last moment of the shop's day, and the first of the next one.
    [
      '2026-03-06T04:59:59.999Z',
      '2026-03-07',
      '2026-03-06T01:45:00.000Z',
      '2026-02-20T05:00:00.000Z',
    ],
    ['2026-03-06T05:00:00Z', '2026-03-09', '2026-03-06T02:00:00.000Z', '2026-02-21T05:00:00.000Z'],
    // Daylight saving time has begun since.
    ['2026-03-16T15:14:00Z', '2026-03-18', '2026-03-16T12:00:00.000Z', '2026-03-03T05:00:00.000Z'],
  ])('at %s: due by %s, taken in before %s, quiet before %s', (now, dueBy, takenIn, quiet) => {
    const dates = attentionDates(Date.parse(now), newYork, open);
    expect(dates.dueBy).toBe(dueBy);
    expect(new Date(dates.takenInBefore).toISOString()).toBe(takenIn);
    expect(new Date(dates.quietBefore).toISOString()).toBe(quiet);
  });

  it('count only days on which the shop is open', () => {
    const closedDates = [{ from: '2026-11-26', to: '2026-11-28', name: null }];
    const calendar = { ...open, closedDates };
    expect(openDaysAfter('2026-11-25', 2, calendar)).toBe('2026-12-01');
    const now = Date.parse('2026-11-25T15:00:00Z');
    expect(attentionDates(now, newYork, calendar).dueBy).toBe('2026-12-01');
    expect(
      shiftOffer(
        {
          status: 'assigned',
          expectedOn: '2026-11-24',
          estimateSentAt: '2026-11-20T15:00:00.000Z',
          estimateAcceptedAt: '2026-11-22T15:00:00.000Z',
        },
        null,
        newYork,
        calendar,
      ),
    ).toEqual({ days: 2, date: '2026-11-30' });
  });
});
