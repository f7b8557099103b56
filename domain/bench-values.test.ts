import { describe, expect, it } from 'vitest';
import {
  quartzRules,
  readingRules,
  stepRules,
  timingRules,
  typedFault,
  typedNumber,
} from './bench-values.ts';

describe('what is typed at the bench', () => {
  it.each([
    ['+10.0', 10],
    ['−15', -15],
    ['- 4,5', -4.5],
    ['.5 s/d', 0.5],
    ['-0', 0],
    ['', null],
    [' – ', null],
    ['fast', 'fast'],
    ['1.2.3', '1.2.3'],
  ])('%j is %j', (typed, value) => {
    expect(typedNumber(readingRules.rate, typed)).toBe(value);
  });

  it('may separate the thousands of a whole number', () => {
    expect(typedNumber(timingRules.beatsPerHour, '28,800')).toBe(28_800);
  });

  it.each([
    [readingRules.rate, '-999.9', '-1000'],
    [readingRules.rate, '4.255', '4.2555'],
    [readingRules.amplitude, '360', '360.1'],
    [readingRules.beatError, '0', '-0.1'],
    [readingRules.beatError, '9.9', '10'],
    [timingRules.liftAngle, '10', '9.9'],
    [timingRules.liftAngle, '90.0', '52.05'],
    [timingRules.beatsPerHour, '72000', '72001'],
    [timingRules.beatsPerHour, '3600', '28800.5'],
    [quartzRules.battery, '1.55 V', '12'],
    [stepRules.pressure, '-0.9', '-1'],
    [stepRules.pressure, '125', '126'],
    [stepRules.temperature, '22 °C', 'warm'],
  ])('%o takes %s and not %s', (rule, fits, other) => {
    expect(typedFault(rule, fits)).toBeNull();
    expect(typedFault(rule, other)).toContain(`${rule.label} must be `);
  });
});
