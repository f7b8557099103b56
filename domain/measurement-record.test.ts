import { describe, expect, it } from 'vitest';
import { someRepair } from '../tests/harness/sample-rows.ts';
import type { Measurement } from './api-measurements.ts';
import { measurementRecordOf, quartzText, recordFootnote } from './measurement-record.ts';

const blank = {
  ...{ id: 'measurement-1', ticketNumber: 'WH123456ABC', measuredOn: null, instrument: null },
  ...{ caliber: null, timing: null, quartz: null, pressure: null },
  ...{ createdAt: '2026-03-02T10:00:00.000Z', updatedAt: '2026-03-02T10:00:00.000Z' },
};

const timing = (stage: Measurement['stage'], given: Partial<Measurement> = {}): Measurement => ({
  ...blank,
  ...{ kind: 'timing', stage, measuredOn: '2026-03-02', instrument: 'Microphone' },
  timing: {
    liftAngle: 52,
    beatsPerHour: 28_800,
    positions: {
      CH: { rate: 4.25, amplitude: 290, beatError: 0.1 },
      '9H': { rate: -3, amplitude: null, beatError: null },
    },
  },
  ...given,
});

const record = (measurements: Measurement[], given = {}) =>
  measurementRecordOf(someRepair(given), { measurements, finalCheck: null }, (iso) =>
    iso.slice(0, 10),
  );

describe('the measurement record', () => {
  it('says which watch it is, with the caliber as found at the bench', () => {
    const typed = {
      ...{ reference: '210.30', caliber: '8800' },
      ...{ serialNumber: '75803396', movementSerial: '85321096' },
    };
    const watch = [
      { label: 'Watch', value: 'Omega Seamaster 300' },
      { label: 'Reference', value: '210.30' },
      { label: 'Caliber', value: '8800' },
      { label: 'Serial number', value: '75803396' },
      { label: 'Movement serial', value: '85321096' },
    ];
    expect(record([timing('before')], typed).facts.slice(0, 5)).toEqual(watch);
    const found = record([timing('before', { caliber: '8900' })], typed).facts;
    expect(found[2]).toEqual({ label: 'Caliber', value: '8900' });
  });

  it('has a column of values for each stage, in the order of the work', () => {
    const {
      timing: table,
      facts,
      instruments,
    } = record([timing('after-24h'), timing('before', { caliber: '3132' })]);
    expect(table?.heads.map(({ label }) => label)).toEqual(['Before', 'After, 24 h']);
    expect(table?.rows.find(({ name }) => name === 'CH')?.values).toEqual([
      ...['+4.3', '290', '0.1'],
      ...['+4.3', '290', '0.1'],
    ]);
    expect(table?.rows.find(({ name }) => name === '9H')?.values.slice(0, 3)).toEqual([
      '−3.0',
      '–',
      '–',
    ]);
    expect(table?.rows.find(({ name }) => name === 'FH')?.values.slice(0, 3)).toEqual([
      '–',
      '–',
      '–',
    ]);
    expect(instruments).toEqual(['Microphone']);
    expect(Object.fromEntries(facts.map(({ label, value }) => [label, value]))).toMatchObject({
      ...{ Caliber: '3132', 'Lift angle': '52.0°', 'Beats per hour': '28,800' },
    });
  });

  it('has the other measurements in lines, and nothing for missing ones', () => {
    const pressure = {
      steps: [
        {
          ...{
            method: 'dry' as const,
            pressure: 10,
            reading: 0.06,
            limit: 0.1,
            unit: 'bar' as const,
          },
          ...{ temperature: 22, hasPassed: true },
        },
      ],
    };
    const {
      timing: table,
      others,
      facts,
    } = record(
      [{ ...blank, kind: 'pressure', stage: 'after', pressure, measuredOn: '2026-03-05' }],
      { completedAt: '2026-03-06T12:00:00.000Z' },
    );
    expect(table).toBeNull();
    expect(others).toEqual([
      {
        title: 'Pressure, after, Thu, Mar 5, 2026',
        lines: ['Dry, 10 bar: 0.06 bar, limit 0.1 bar, 22 °C, pass'],
      },
    ]);
    expect(facts.map(({ label }) => label)).toEqual(['Completed', 'Watch']);
  });

  it('gives a quartz rate per day and per month', () => {
    const quartz = { consumption: 1.1, battery: 1.56, rate: 0.3, ratePer: 'day' } as const;
    expect(quartzText(quartz)).toBe('1.1 µA, 1.56 V, +0.3 s/d (+9 s/month)');
    const month = { consumption: null, battery: null, rate: -9, ratePer: 'month' } as const;
    expect(quartzText(month)).toBe('−9 s/month (−0.3 s/d)');
  });

  it('claims no certification', () => {
    expect(recordFootnote).not.toMatch(/ISO|chronometer|certif|passed/i);
  });
});
