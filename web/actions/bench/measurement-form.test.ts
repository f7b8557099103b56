import { describe, expect, it } from 'vitest';
import type { PressureStep, Stage } from '../../../domain/measurements.ts';
import { readForm, stepsIn, typedOf, withoutStep, withStep } from './measurement-form.ts';

const before: Stage = 'before';

const blank = {
  stage: before,
  ...{ measuredOn: null, instrument: null, caliber: null },
  ...{ timing: null, quartz: null, pressure: null },
};

describe('the form of a measurement', () => {
  it('reads back what it was made from', () => {
    const reading = { rate: 4.255, amplitude: 290, beatError: 0 };
    const timing = { liftAngle: 52.5, beatsPerHour: 28_800, positions: { '9H': reading } };
    const given = { ...blank, measuredOn: '2026-03-02', instrument: 'Microphone', timing };
    expect(readForm('timing', typedOf('timing', given))).toEqual({ body: given });
    const quartz = { consumption: 1.1, battery: null, rate: -0.3, ratePer: 'month' } as const;
    expect(readForm('quartz', typedOf('quartz', { ...blank, quartz }))).toEqual({
      body: { ...blank, quartz },
    });
    const step: PressureStep = {
      method: 'wet',
      pressure: -0.9,
      reading: null,
      limit: 0.1,
      unit: 'bar',
      temperature: 22,
      hasPassed: false,
    };
    const pressure = { steps: [step, { ...step, hasPassed: true }] };
    expect(readForm('pressure', typedOf('pressure', { ...blank, pressure }))).toEqual({
      body: { ...blank, pressure },
    });
  });

  it('names what cannot be read, field by field', () => {
    const typed = { ...typedOf('timing', blank), 'CH rate': 'fast', liftAngle: '95' };
    expect(readForm('timing', { ...typed, instrument: 'x'.repeat(61) })).toEqual({
      faults: {
        instrument: 'Instrument must be at most 60 characters',
        liftAngle: 'Lift angle must be a number from 10 to 90 with at most one decimal',
        'CH rate': 'CH rate must be a number from −999.9 to 999.9 with at most 3 decimals',
      },
    });
    expect(readForm('timing', typedOf('timing', blank))).toEqual({
      faults: { whole: 'Enter at least one value for a position' },
    });
  });

  it('has steps that are like the one before, and move up when one is removed', () => {
    const first = { ...withStep(typedOf('pressure', blank)), 'step 0 limit': '0.2' };
    const two = withStep({ ...first, 'step 0 method': 'wet', 'step 0 pressure': '3' });
    expect(two).toMatchObject({ 'step 1 method': 'wet', 'step 1 limit': '0.2' });
    expect(readForm('pressure', two)).toEqual({
      faults: {
        'step 0 hasPassed': 'Choose pass or fail',
        'step 1 hasPassed': 'Choose pass or fail',
      },
    });
    const tested = { ...two, 'step 0 hasPassed': 'pass', 'step 1 hasPassed': 'fail' };
    expect(readForm('pressure', tested)).toEqual({
      faults: { 'step 1 pressure': 'Enter the pressure for this step' },
    });
    const left = withoutStep(tested, 0);
    expect(stepsIn(left)).toEqual([0]);
    expect(left).toMatchObject({ 'step 0 hasPassed': 'fail', 'step 1 limit': '' });
  });
});
