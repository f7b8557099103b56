import type { Measurement } from './api-measurements.ts';
import { amplitudeDrop, shownNumber, timingFigures } from './bench-figures.ts';
import { type Stage, stageLabel, stages } from './measurements.ts';
import type { ReadingsByStage } from './rate-chart.ts';

/** The computed timing figures, stage by stage, as shown on screen and paper. */

export interface TimingTable {
  measured: ReadingsByStage;
  stages: { stage: Stage; label: string; measuredOn: string | null }[];
  /** A value for each stage, as it is shown. */
  rows: { label: string; values: string[] }[];
}

/** @returns null if no timing was measured */
export function timingTable(
  measurements: readonly Pick<Measurement, 'stage' | 'measuredOn' | 'timing'>[],
): TimingTable | null {
  const found = stages.flatMap((stage) => {
    const one = measurements.find((each) => each.timing !== null && each.stage === stage);
    if (!one?.timing) return [];
    const { measuredOn, timing } = one;
    return { stage, measuredOn, label: stageLabel('timing', stage), readings: timing.positions };
  });
  if (found.length === 0) return null;
  const measured: ReadingsByStage = Object.fromEntries(
    found.map(({ stage, readings }) => [stage, readings]),
  );
  const figures = found.map(({ readings }) => timingFigures(readings));
  const drop = amplitudeDrop(measured.after ?? {}, measured['after-24h'] ?? {});
  return {
    measured,
    stages: found.map(({ stage, label, measuredOn }) => ({ stage, label, measuredOn })),
    rows: [
      {
        label: 'Mean rate X, s/d',
        values: figures.map(({ meanRate }) => shownNumber(meanRate, true)),
      },
      {
        label: 'Greatest difference D, s/d',
        values: figures.map(({ difference }) => shownNumber(difference)),
      },
      {
        label: 'Vertical − horizontal, s/d',
        values: figures.map((one) => shownNumber(one.verticalLessHorizontal, true)),
      },
      {
        label: 'Mean amplitude, °',
        values: figures.map(({ meanAmplitude }) => shownNumber(meanAmplitude)),
      },
      ...(measured.after && measured['after-24h']
        ? [
            {
              label: 'Amplitude drop, 24 h, °',
              values: found.map(({ stage }) =>
                stage === 'after-24h' ? shownNumber(drop, true) : '',
              ),
            },
          ]
        : []),
    ],
  };
}
