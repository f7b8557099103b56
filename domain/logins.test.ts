import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceName, judgeLogin, knownDevice, throttleWindowMs, unknownBrowser } from './logins.ts';

const now = Date.parse('2026-03-02T10:00:00Z');
const ago = (milliseconds: number) => now - milliseconds;
const many = (count: number, time: number) => Array<number>(count).fill(time);

describe('judgeLogin', () => {
  const go = (delayMs: number) => ({ kind: 'go-on', delayMs });
  const refuse = (retryAfterSeconds: number) => ({ kind: 'refuse', retryAfterSeconds });
  const minuteAgo = ago(60_000);
  const newest = ago(1000);

  it.each([
    ['lets the first attempt through at once', [], go(0)],
    ['slows each further attempt by a quarter of a second', many(4, newest), go(1000)],
    ['refuses after five, for fifteen minutes', [minuteAgo, ...many(4, newest)], refuse(14 * 60)],
    [
      'counts from the fifth newest where there are more',
      [ago(800_000), ago(700_000), ...many(5, newest)],
      refuse(899),
    ],
    [
      'holds a failure against an address for the window',
      many(5, ago(throttleWindowMs - 1)),
      refuse(1),
    ],
    ['forgets it the moment the window ends', many(5, ago(throttleWindowMs)), go(0)],
    ['lets in after the clock was set back', many(60, now + 1), go(0)],
  ])('%s', (_what, failures, verdict) => {
    expect(judgeLogin({ ofOne: failures, inTotal: failures }, now)).toEqual(verdict);
  });

  it('refuses every address after fifty failures in total', () => {
    const inTotal = many(50, newest);
    expect(judgeLogin({ ofOne: [], inTotal }, now).kind).toBe('refuse');
    expect(judgeLogin({ ofOne: [], inTotal: inTotal.slice(1) }, now).kind).toBe('go-on');
  });

  it('gives a known device ten failures of its own, however often strangers fail', () => {
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

  it('never refuses for longer than the window, and lets in again when it said it would', () => {
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

  it('turns no one away for long because of attempts that may turn out right', () => {
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

  it('gives no one more tries because attempts are under way', () => {
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

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const mac = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('deviceName', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/141.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10) ${mac} Version/18.5 Safari/605`, 'Safari on Mac'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${mac} CriOS/1`, 'Chrome on iPhone'],
    [`Mozilla/5.0 (Android 15) SamsungBrowser/28.0 ${chrome}`, 'Samsung Internet on Android'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, 'Chrome on ChromeOS'],
    ['curl/8.14.1', 'curl'],
    ['SomeRobot/1.0 (Linux)', 'A program on Linux'],
    ['', 'Unknown browser'],
    [undefined, 'Unknown browser'],
  ])('%s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  it('passes on nothing that a stranger wrote, however long it is', () => {
    expect(deviceName('<b>\u001b[31m Chrome/1 on Mars')).toBe('Chrome');
    expect(deviceName(`${'Version/'.repeat(100_000)}`)).toBe('Unknown browser');
  });
});
