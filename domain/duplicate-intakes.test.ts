import { describe, expect, it } from 'vitest';
import {
  clockSkewMs,
  duplicateWindowMs,
  isSameSubmission,
  judgeSubmission,
  repeatSubmitGuardMs,
  submissionSpacingMs,
} from './duplicate-intakes.ts';

const now = 1_763_702_123_456;
const submission = {
  phone: '(212) 555-0101',
  watchBrand: 'Omega',
  watchModel: 'Speedmaster',
  issue: 'Runs slow',
  visitId: null as string | null,
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

describe('isSameSubmission', () => {
  it.each([
    [{}, true],
    [{ phone: '+12125550101' }, true],
    [{ watchBrand: ' OMEGA ' }, true],
    [{ watchBrand: 'Ｏｍｅｇａ' }, true],
    [{ watchModel: 'speedmaster' }, true],
    [{ issue: 'runs\n  slow' }, true],
    [{ phone: '(212) 555-0102' }, false],
    [{ watchBrand: 'Seiko' }, false],
    [{ watchModel: 'Seamaster' }, false],
    [{ issue: 'Runs fast' }, false],
  ])('%j: %s', (changes, isSame) => {
    expect(isSameSubmission(submission, { ...submission, ...changes })).toBe(isSame);
  });
});

describe('judgeSubmission', () => {
  it('accepts the first', () => {
    expect(judgeSubmission(submission, [], now)).toEqual(welcome);
  });

  it.each([
    ...[-clockSkewMs, -1, 0, 1, 29_999, 30_000, 599_999].map((age) => [age, duplicate] as const),
    ...[-3_600_000, -clockSkewMs - 1, 600_000, 600_001].map((age) => [age, welcome] as const),
  ])('the same watch and request %i ms later', (age, verdict) => {
    expect(judgeSubmission(submission, [earlier(age)], now)).toEqual(verdict);
  });

  it.each([
    [-1_000, 31],
    [0, 30],
    [1, 30],
    [1_000, 29],
    [29_001, 1],
    [29_999, 1],
    [30_000, null],
    [30_001, null],
  ])('another watch from the same phone %i ms later', (age, retryAfterSeconds) => {
    const verdict = retryAfterSeconds === null ? welcome : { kind: 'too-soon', retryAfterSeconds };
    expect(judgeSubmission(submission, [earlier(age, otherWatch)], now)).toEqual(verdict);
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

  it.each([
    ['a', 'a', welcome],
    ['a', 'b', { kind: 'too-soon', retryAfterSeconds: 29 }],
    ['a', null, { kind: 'too-soon', retryAfterSeconds: 29 }],
    [null, 'a', { kind: 'too-soon', retryAfterSeconds: 29 }],
  ])('another watch of visit %s, one of visit %s a second later', (first, visitId, verdict) => {
    const tickets = [earlier(1_000, { ...otherWatch, visitId: first })];
    expect(judgeSubmission({ ...submission, visitId }, tickets, now)).toEqual(verdict);
  });

  it('takes the same watch for a duplicate even within a visit', () => {
    const one = { ...submission, visitId: 'a' };
    expect(judgeSubmission(one, [earlier(1_000, one)], now)).toEqual(duplicate);
  });

  it('counts the wait from the newest ticket', () => {
    const third = { ...submission, watchModel: 'Constellation' };
    const tickets = [earlier(20_000, otherWatch), earlier(5_000, third), earlier(25_000, third)];
    expect(judgeSubmission(submission, tickets, now)).toEqual({
      kind: 'too-soon',
      retryAfterSeconds: 25,
    });
  });
});
