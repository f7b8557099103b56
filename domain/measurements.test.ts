import { describe, expect, it } from 'vitest';
import { isolated } from './isolated.ts';
import { type MeasurementValues, measurementWords, otherRate } from './measurements.ts';

const timing = {
  liftAngle: 52,
  beatsPerHour: 28_800,
  positions: {
    CH: { rate: 10, amplitude: 251, beatError: 0.8 },
    '9H': { rate: -15.255, amplitude: null, beatError: null },
  },
};

const values: MeasurementValues = {
  ...{ measuredOn: '2026-03-02', instrument: 'כלי', caliber: null },
  ...{ timing, quartz: null, pressure: null },
};

const of = { measurementId: '1', measured: 'timing', stage: 'after' } as const;

describe('the words of a measurement', () => {
  it('say every value as it was typed', () => {
    expect(measurementWords['measurement-added']({ ...of, before: null, after: values })).toEqual({
      title: 'Timing, after, 0 h: added',
      details: [
        'Measured on: Mon, Mar 2, 2026',
        `Instrument: ${isolated('כלי')}`,
        'Lift angle: 52.0°',
        'Beats per hour: 28,800',
        'CH: +10 s/d, 251°, 0.8 ms',
        '9H: −15.255 s/d',
      ],
    });
  });

  it('say what has changed, and nothing else', () => {
    const { CH } = timing.positions;
    const now = { ...timing, liftAngle: null, positions: { CH: { ...CH, rate: 9.5 } } };
    const change = {
      before: { stage: 'before', timing },
      after: { stage: 'after', timing: now },
    };
    expect(measurementWords['measurement-changed']({ ...of, ...change }).details).toEqual([
      'Stage: Before → After, 0 h',
      'Lift angle: 52.0° → nothing',
      'CH: +10 s/d, 251°, 0.8 ms → +9.5 s/d, 251°, 0.8 ms',
      '9H: −15.255 s/d → nothing',
    ]);
  });

  it('say which one was removed, and remain after the ticket is deleted for good', () => {
    const removed = { ...of, before: values, after: null };
    expect(measurementWords['measurement-removed'](removed)).toEqual({
      title: 'Timing, after, 0 h: removed',
      details: [],
    });
    for (const words of Object.values(measurementWords)) {
      const { title, details } = words({});
      expect([title, ...details].join()).not.toMatch(/undefined|null/);
    }
  });
});

describe('a quartz rate', () => {
  it.each([
    [0.3, 'day', 9, 'month'],
    [-0.333, 'day', -9.99, 'month'],
    [10, 'month', 0.333, 'day'],
  ] as const)('of %s per %s is %s per %s', (rate, ratePer, other, otherPer) => {
    expect(otherRate({ rate, ratePer })).toEqual({ rate: other, ratePer: otherPer });
    expect(otherRate({ rate: null, ratePer })).toBeNull();
  });
});
