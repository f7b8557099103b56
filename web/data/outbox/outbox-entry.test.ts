import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ProblemCode, problemTexts } from '../../../domain/problems.ts';
import { ticketNumberPattern } from '../../../domain/ticket-number.ts';
import { CallProblem } from '../call.ts';
import { isWorthKeeping, judgeFailure, pauseMs, provisionalNumber } from './outbox-entry.ts';

describe('the provisional number', () => {
  it('is the same every time, and different for another repair', () => {
    const number = provisionalNumber('0d3a7c1e-1111-4222-8333-444455556666');
    expect(number).toMatch(/^P-[34679A-HJKMNP-TV-Z]{5}$/);
    expect(provisionalNumber('0d3a7c1e-1111-4222-8333-444455556666')).toBe(number);
    expect(provisionalNumber('1d3a7c1e-1111-4222-8333-444455556666')).not.toBe(number);
  });

  it('never looks like a ticket’s number, nor has characters that are easily mistaken for others', () => {
    fc.assert(
      fc.property(fc.uuid(), (repairId) => {
        const number = provisionalNumber(repairId);
        expect(number).not.toMatch(ticketNumberPattern);
        expect(number).toMatch(/^P-[^01258ILOU]{5}$/);
      }),
    );
  });
});

function problem(code: ProblemCode, retryAfter: string | null = null, more = {}): CallProblem {
  const { status, ...words } = problemTexts[code];
  return new CallProblem({ code, ...words, ...more }, status, retryAfter);
}

const offline = new CallProblem({ code: 'offline' }, 0, null);
const fromProxy = (status: number) => new CallProblem({ code: 'unreadable-answer' }, status, null);

describe('what a failed delivery means', () => {
  it.each([
    ['no answer', offline],
    ['an answer that was cut off', new SyntaxError('Unexpected end of JSON input')],
    ['no answer in time', new DOMException('Too late', 'TimeoutError')],
    ['a proxy in front of a product that is down', fromProxy(502)],
    ['a shop without its data', problem('unavailable')],
  ])('%s: everything waits', (_, error) => {
    expect(judgeFailure(error)).toEqual({ kind: 'away' });
    expect(isWorthKeeping(error)).toBe(true);
  });

  it.each([403, 413, 451])('a proxy’s %i may be meant for this one only', (status) => {
    expect(judgeFailure(fromProxy(status))).toMatchObject({ kind: 'barred' });
    expect(isWorthKeeping(fromProxy(status))).toBe(true);
  });

  it('waits as long as the server says, and half a minute if it does not', () => {
    expect(judgeFailure(problem('submission-rate', '17'))).toEqual({
      kind: 'wait',
      afterMs: 17_000,
    });
    expect(judgeFailure(problem('submission-rate'))).toEqual({ kind: 'wait', afterMs: 30_000 });
    expect(judgeFailure(problem('unavailable', '5'))).toEqual({ kind: 'wait', afterMs: 5_000 });
  });

  it('keeps a new repair if the server is unavailable, not if it says "too soon"', () => {
    expect(isWorthKeeping(problem('unavailable', '5'))).toBe(true);
    expect(isWorthKeeping(problem('shop-restoring', '15'))).toBe(true);
    expect(isWorthKeeping(problem('submission-rate', '17'))).toBe(false);
  });

  it('waits for a login', () => {
    expect(judgeFailure(problem('not-logged-in'))).toEqual({ kind: 'login' });
    expect(isWorthKeeping(problem('not-logged-in'))).toBe(false);
  });

  it('tells a server error from a refusal', () => {
    expect(judgeFailure(problem('internal')).kind).toBe('mistake');
    expect(isWorthKeeping(problem('internal'))).toBe(true);
  });

  it('keeps why something was refused, and which ticket there is already', () => {
    const error = problem('duplicate-submission', null, { ticketNumber: 'WH000001AAA' });
    expect(judgeFailure(error)).toEqual({
      kind: 'refused',
      refusal: {
        code: 'duplicate-submission',
        title: 'Duplicate submission detected',
        detail: 'A similar repair ticket was created within the last 10 minutes.',
        errors: [],
        existing: 'WH000001AAA',
      },
    });
    expect(isWorthKeeping(error)).toBe(false);
    const errors = [{ path: 'issue', message: 'Request is required' }];
    expect(judgeFailure(problem('validation-failed', null, { errors }))).toMatchObject({
      kind: 'refused',
      refusal: { errors, existing: null },
    });
  });
});

it('tries again at growing intervals, but at least once a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map(pauseMs)).toEqual([
    2_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
  ]);
});
