import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeLogin, knownDevice, throttleWindowMs, unknownBrowser } from './login-throttle.ts';

const now = Date.parse('2026-03-02T10:00:00Z');
const ago = (milliseconds: number) => now - milliseconds;
const many = (count: number, time: number) => Array<number>(count).fill(time);

describe('judgeLogin', () => {
  it('lets the first attempt through without a delay', () => {
    expect(judgeLogin({ ofOne: [], inTotal: [] }, now)).toEqual({ kind: 'go-on', delayMs: 0 });
  });

  it('slows each further attempt of the address by a quarter of a second', () => {
    const failures = many(4, ago(1000));
    expect(judgeLogin({ ofOne: failures, inTotal: failures }, now)).toEqual({
      kind: 'go-on',
      delayMs: 1000,
    });
  });

  it('refuses the address after five failures, until the oldest of them is fifteen minutes old', () => {
    const failures = [ago(60_000), ...many(4, ago(1000))];
    expect(judgeLogin({ ofOne: failures, inTotal: failures }, now)).toEqual({
      kind: 'refuse',
      retryAfterSeconds: 14 * 60,
    });
  });

  it('counts from the fifth newest where there are more', () => {
    const failures = [ago(800_000), ago(700_000), ...many(5, ago(1000))];
    expect(judgeLogin({ ofOne: failures, inTotal: failures }, now)).toEqual({
      kind: 'refuse',
      retryAfterSeconds: 899,
    });
  });

  it('refuses every address after fifty failures in total', () => {
    const inTotal = many(unknownBrowser.inTotal, ago(1000));
    expect(judgeLogin({ ofOne: [], inTotal }, now).kind).toBe('refuse');
    expect(judgeLogin({ ofOne: [], inTotal: inTotal.slice(1) }, now).kind).toBe('go-on');
  });

  it('lets a known device fail ten times of its own, however often strangers fail', () => {
    const strangers = many(1000, ago(1000));
    const judge = (own: number) => {
      const ofOne = many(own, ago(1000));
      const failures = { ofOne, inTotal: [...strangers, ...ofOne] };
      return judgeLogin(failures, now, { ofOne: [], inTotal: strangers }, knownDevice);
    };
    expect(judge(0)).toEqual({ kind: 'go-on', delayMs: 0 });
    expect(judge(9)).toEqual({ kind: 'go-on', delayMs: 2250 });
    expect(judge(10)).toEqual({ kind: 'refuse', retryAfterSeconds: 899 });
  });

  it('forgets a failure the moment it is fifteen minutes old', () => {
    const at = (age: number) => many(unknownBrowser.ofOne, ago(age));
    const judge = (age: number) => judgeLogin({ ofOne: at(age), inTotal: at(age) }, now);
    expect(judge(throttleWindowMs - 1)).toEqual({ kind: 'refuse', retryAfterSeconds: 1 });
    expect(judge(throttleWindowMs)).toEqual({ kind: 'go-on', delayMs: 0 });
  });

  it('does not lock anybody out by failures from the future: the clock was set back', () => {
    const failures = many(60, now + 1);
    expect(judgeLogin({ ofOne: failures, inTotal: failures }, now).kind).toBe('go-on');
  });

  it('never refuses for longer than the window, and lets in again when it said', () => {
    const times = fc.array(fc.integer({ min: now - 2 * throttleWindowMs, max: now }), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(times, times, (ofOne, others) => {
        const failures = { ofOne, inTotal: [...ofOne, ...others] };
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
    const underWay = many(unknownBrowser.ofOne - 1, now);
    const judge = (failures: number[]) => {
      const failed = { ofOne: failures, inTotal: failures };
      return judgeLogin(failed, now, { ofOne: underWay, inTotal: underWay });
    };
    expect(judge([])).toEqual({ kind: 'go-on', delayMs: 1000 });
    expect(judge(many(1, ago(1000)))).toEqual({ kind: 'wait', retryAfterSeconds: 3 });
    expect(judge(many(unknownBrowser.ofOne, ago(1000)))).toEqual({
      kind: 'refuse',
      retryAfterSeconds: 899,
    });
    const inTotal = many(unknownBrowser.inTotal, now);
    const ofOthers = judgeLogin({ ofOne: [], inTotal: [] }, now, { ofOne: [], inTotal });
    expect(ofOthers).toEqual({ kind: 'wait', retryAfterSeconds: 3 });
  });

  it('lets nobody try more often because attempts are under way', () => {
    const times = fc.array(fc.integer({ min: now - 2 * throttleWindowMs, max: now }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(times, times, times, (failures, underWay, others) => {
        const all = [...failures, ...underWay];
        const verdict = judgeLogin({ ofOne: failures, inTotal: [...failures, ...others] }, now, {
          ofOne: underWay,
          inTotal: underWay,
        });
        const asFailures = judgeLogin({ ofOne: all, inTotal: [...all, ...others] }, now);
        if (asFailures.kind === 'go-on') expect(verdict).toEqual(asFailures);
        else expect(verdict.kind).not.toBe('go-on');
      }),
    );
  });
});
