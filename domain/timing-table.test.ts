import { expect, it } from 'vitest';
import type { Timing } from './measurements.ts';
import { timingTable } from './timing-table.ts';

const timing = (amplitude: number): Timing => ({
  liftAngle: null,
  beatsPerHour: null,
  positions: {
    CH: { rate: 4, amplitude, beatError: null },
    '6H': { rate: -2, amplitude: amplitude - 20, beatError: null },
  },
});

const at = (stage: 'before' | 'after' | 'after-24h', amplitude: number) => ({
  ...{ stage, measuredOn: null, timing: timing(amplitude) },
});

it('has a column for each stage and the drop below the last', () => {
  const table = timingTable([at('after-24h', 270), at('after', 294), at('before', 240)]);
  expect(table?.stages.map(({ label }) => label)).toEqual(['Before', 'After, 0 h', 'After, 24 h']);
  expect(table?.rows.map(({ values }) => values.join(' '))).toEqual([
    '+1.0 +1.0 +1.0',
    '6.0 6.0 6.0',
    '−6.0 −6.0 −6.0',
    '230.0 284.0 260.0',
    '  −24.0',
  ]);
});

it('has no drop without both, and is null without timing', () => {
  expect(timingTable([at('before', 240), at('after', 294)])?.rows).toHaveLength(4);
  expect(timingTable([])).toBeNull();
  expect(timingTable([{ stage: 'before', measuredOn: null, timing: null }])).toBeNull();
});
