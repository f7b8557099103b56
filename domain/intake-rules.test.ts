import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockSkewMs,
  duplicateWindowMs,
  isSameSubmission,
  judgeSubmission,
  repeatSubmitGuardMs,
  submissionSpacingMs,
} from './intake-rules.ts';
import { phoneKey } from './phone.ts';

const now = 1_763_702_123_456;
const submission = {
  phone: '(212) 555-0101',
  watchBrand: 'Omega',
  watchModel: 'Speedmaster',
  issue: 'Runs slow',
};
const otherWatch = { ...submission, watchModel: 'Seamaster' };

const earlier = (age: number, ticket = submission, ticketNumber = 'WH123456ABC') => ({
  ...ticket,
  createdAt: now - age,
  ticketNumber,
});

const duplicate = { kind: 'duplicate', ticketNumber: 'WH123456ABC' };
const welcome = { kind: 'welcome' };

it('the specification’s times', () => {
  expect(duplicateWindowMs).toBe(600_000);
  expect(submissionSpacingMs).toBe(30_000);
  expect(repeatSubmitGuardMs).toBe(2_000);
});

describe('phoneKey', () => {
  it.each([
    '2125550101',
    '(212) 555-0101',
    '+1 212 555 0101',
    '1-212-555-0101',
    '212.555.0101',
    ' +1 (212) 555–0101 ',
    '２１２５５５０１０１',
  ])('%s is the same phone', (phone) => {
    expect(phoneKey(phone)).toBe('2125550101');
  });

  it.each([
    ['+47 92 34 56 78', '+4792345678'],
    ['(+47) 92 34 56 78', '+4792345678'],
    ['479-234-5678', '4792345678'],
    ['+44 20 7946 0000', '+442079460000'],
    ['555-0101', '5550101'],
    ['212-555-0101 x5', '21255501015'],
    ['', ''],
  ])('%s is %s', (phone, key) => {
    expect(phoneKey(phone)).toBe(key);
  });

  it('is its own key', () => {
    const phone = fc.string({ unit: fc.constantFrom(...'0123456789+-() .x') });
    fc.assert(fc.property(phone, (typed) => phoneKey(phoneKey(typed)) === phoneKey(typed)));
  });
});

describe('isSameSubmission', () => {
  it.each([
    submission,
    { ...submission, phone: '+12125550101' },
    { ...submission, watchBrand: ' OMEGA ' },
    { ...submission, watchBrand: 'Ｏｍｅｇａ' },
    { ...submission, watchModel: 'speedmaster' },
    { ...submission, issue: 'runs\n  slow' },
  ])('%j is the same', (other) => {
    expect(isSameSubmission(submission, other)).toBe(true);
  });

  it.each([
    { ...submission, phone: '(212) 555-0102' },
    { ...submission, watchBrand: 'Seiko' },
    { ...submission, watchModel: 'Seamaster' },
    { ...submission, issue: 'Runs fast' },
  ])('%j is another', (other) => {
    expect(isSameSubmission(submission, other)).toBe(false);
  });
});

describe('judgeSubmission', () => {
  it('welcomes the first', () => {
    expect(judgeSubmission(submission, [], now)).toEqual(welcome);
  });

  it.each([
    [0, duplicate],
    [1, duplicate],
    [29_999, duplicate],
    [30_000, duplicate],
    [599_999, duplicate],
    [600_000, welcome],
    [600_001, welcome],
  ])('the same watch and request %i ms later', (age, verdict) => {
    expect(judgeSubmission(submission, [earlier(age)], now)).toEqual(verdict);
  });

  it.each([
    [0, { kind: 'too-soon', retryAfterSeconds: 30 }],
    [1, { kind: 'too-soon', retryAfterSeconds: 30 }],
    [1_000, { kind: 'too-soon', retryAfterSeconds: 29 }],
    [29_001, { kind: 'too-soon', retryAfterSeconds: 1 }],
    [29_999, { kind: 'too-soon', retryAfterSeconds: 1 }],
    [30_000, welcome],
    [30_001, welcome],
  ])('another watch of the same phone %i ms later', (age, verdict) => {
    expect(judgeSubmission(submission, [earlier(age, otherWatch)], now)).toEqual(verdict);
  });

  it.each(['+1 212 555 0101', '2125550101', '1.212.555.0101'])('knows the phone as %s', (phone) => {
    expect(judgeSubmission({ ...submission, phone }, [earlier(5_000)], now)).toEqual(duplicate);
    expect(judgeSubmission({ ...otherWatch, phone }, [earlier(5_000)], now).kind).toBe('too-soon');
  });

  it('lets another phone in at once', () => {
    const other = { ...submission, phone: '(212) 555-0102' };
    expect(judgeSubmission(other, [earlier(0)], now)).toEqual(welcome);
  });

  it('says duplicate rather than too soon, in whichever order the tickets come', () => {
    const tickets = [earlier(1_000, otherWatch, 'WH000000XYZ'), earlier(300_000)];
    expect(judgeSubmission(submission, tickets, now)).toEqual(duplicate);
    expect(judgeSubmission(submission, tickets.toReversed(), now)).toEqual(duplicate);
  });

  it('counts the wait from the youngest ticket', () => {
    const third = { ...submission, watchModel: 'Constellation' };
    const tickets = [earlier(20_000, otherWatch), earlier(5_000, third), earlier(25_000, third)];
    expect(judgeSubmission(submission, tickets, now)).toEqual({
      kind: 'too-soon',
      retryAfterSeconds: 25,
    });
  });

  it('counts a ticket that another server dated slightly ahead', () => {
    expect(judgeSubmission(submission, [earlier(-1)], now)).toEqual(duplicate);
    expect(judgeSubmission(submission, [earlier(-clockSkewMs)], now)).toEqual(duplicate);
    expect(judgeSubmission(submission, [earlier(-1_000, otherWatch)], now)).toEqual({
      kind: 'too-soon',
      retryAfterSeconds: 31,
    });
  });

  it('is not blocked by tickets from before the clock was set back', () => {
    const hour = 3_600_000;
    expect(judgeSubmission(submission, [earlier(-hour)], now)).toEqual(welcome);
    expect(judgeSubmission(submission, [earlier(-clockSkewMs - 1)], now)).toEqual(welcome);
  });

  it('welcomes whoever waits as long as it says', () => {
    fc.assert(
      fc.property(fc.integer({ min: -clockSkewMs, max: submissionSpacingMs }), (age) => {
        const ticket = earlier(age, otherWatch);
        const verdict = judgeSubmission(submission, [ticket], now);
        const wait = verdict.kind === 'too-soon' ? verdict.retryAfterSeconds : 0;
        expect(judgeSubmission(submission, [ticket], now + wait * 1000)).toEqual(welcome);
        expect(wait).toBe(Math.max(0, Math.ceil((submissionSpacingMs - age) / 1000)));
      }),
    );
  });
});
