import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeLogin,
  mostFailuresInTotal,
  mostFailuresPerAddress,
  throttleWindowMs,
} from './login-throttle.ts';

const now = Date.parse('2026-03-02T10:00:00Z');
const ago = (milliseconds: number) => now - milliseconds;
const many = (count: number, time: number) => Array<number>(count).fill(time);

describe('judgeLogin', () => {
  it('lets the first attempt through without a delay', () => {
    expect(judgeLogin({ ofAddress: [], inTotal: [] }, now)).toEqual({ kind: 'go-on', delayMs: 0 });
  });

  it('slows each further attempt of the address by a quarter of a second', () => {
    const failures = many(4, ago(1000));
    expect(judgeLogin({ ofAddress: failures, inTotal: failures }, now)).toEqual({
      kind: 'go-on',
      delayMs: 1000,
    });
  });

  it('refuses the address after five failures, until the oldest of them is fifteen minutes old', () => {
    const failures = [ago(60_000), ...many(4, ago(1000))];
    expect(judgeLogin({ ofAddress: failures, inTotal: failures }, now)).toEqual({
      kind: 'refuse',
      retryAfterSeconds: 14 * 60,
    });
  });

  it('counts from the fifth newest where there are more', () => {
    const failures = [ago(800_000), ago(700_000), ...many(5, ago(1000))];
    expect(judgeLogin({ ofAddress: failures, inTotal: failures }, now)).toEqual({
      kind: 'refuse',
      retryAfterSeconds: 899,
    });
  });

  it('refuses every address after fifty failures in total', () => {
    const inTotal = many(mostFailuresInTotal, ago(1000));
    expect(judgeLogin({ ofAddress: [], inTotal }, now).kind).toBe('refuse');
    expect(judgeLogin({ ofAddress: [], inTotal: inTotal.slice(1) }, now).kind).toBe('go-on');
  });

  it('forgets a failure the moment it is fifteen minutes old', () => {
    const at = (age: number) => many(mostFailuresPerAddress, ago(age));
    const judge = (age: number) => judgeLogin({ ofAddress: at(age), inTotal: at(age) }, now);
    expect(judge(throttleWindowMs - 1)).toEqual({ kind: 'refuse', retryAfterSeconds: 1 });
    expect(judge(throttleWindowMs)).toEqual({ kind: 'go-on', delayMs: 0 });
  });

  it('does not lock anybody out by failures from the future: the clock was set back', () => {
    const failures = many(60, now + 1);
    expect(judgeLogin({ ofAddress: failures, inTotal: failures }, now).kind).toBe('go-on');
  });

  it('never refuses for longer than the window, and lets in again when it said', () => {
    const times = fc.array(fc.integer({ min: now - 2 * throttleWindowMs, max: now }), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(times, times, (ofAddress, others) => {
        const failures = { ofAddress, inTotal: [...ofAddress, ...others] };
        const verdict = judgeLogin(failures, now);
        if (verdict.kind === 'go-on') return;
        expect(verdict.retryAfterSeconds).toBeGreaterThan(0);
        expect(verdict.retryAfterSeconds).toBeLessThanOrEqual(throttleWindowMs / 1000);
        const later = now + verdict.retryAfterSeconds * 1000;
        expect(judgeLogin(failures, later).kind).toBe('go-on');
      }),
    );
  });

  it('sends nobody away for long because of attempts that may turn out right', () => {
    const underWay = many(mostFailuresPerAddress - 1, now);
    const judge = (failures: number[]) => {
      const failed = { ofAddress: failures, inTotal: failures };
      return judgeLogin(failed, now, { ofAddress: underWay, inTotal: underWay });
    };
    expect(judge([])).toEqual({ kind: 'go-on', delayMs: 1000 });
    expect(judge(many(1, ago(1000)))).toEqual({ kind: 'wait', retryAfterSeconds: 3 });
    expect(judge(many(mostFailuresPerAddress, ago(1000)))).toEqual({
      kind: 'refuse',
      retryAfterSeconds: 899,
    });
    const inTotal = many(mostFailuresInTotal, now);
    const ofOthers = judgeLogin({ ofAddress: [], inTotal: [] }, now, { ofAddress: [], inTotal });
    expect(ofOthers).toEqual({ kind: 'wait', retryAfterSeconds: 3 });
  });

  it('lets nobody try more often because attempts are under way', () => {
    const times = fc.array(fc.integer({ min: now - 2 * throttleWindowMs, max: now }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(times, times, times, (failures, underWay, others) => {
        const all = [...failures, ...underWay];
        const verdict = judgeLogin(
          { ofAddress: failures, inTotal: [...failures, ...others] },
          now,
          { ofAddress: underWay, inTotal: underWay },
        );
        const asFailures = judgeLogin({ ofAddress: all, inTotal: [...all, ...others] }, now);
        if (asFailures.kind === 'go-on') expect(verdict).toEqual(asFailures);
        else expect(verdict.kind).not.toBe('go-on');
      }),
    );
  });
});
