import type { Measurement } from '../../../domain/api-measurements.ts';
import type { Readings } from '../../../domain/bench-figures.ts';
import type { Stage } from '../../../domain/measurements.ts';
import { rateChart } from '../../../domain/rate-chart.ts';
import { timingTable } from '../../../domain/timing-table.ts';
import { RateChartDrawing, TimingFigures } from '../../parts/bench/rate-chart.tsx';

/** The figures computed from the readings as they are typed, beside the ticket's other stages. */
export function Computed({
  stage,
  readings,
  others,
}: {
  stage: Stage;
  readings: Readings;
  others: readonly Measurement[];
}) {
  const typed = {
    kind: 'timing',
    stage,
    measuredOn: null,
    timing: { liftAngle: null, beatsPerHour: null, positions: readings },
  } as const;
  const rest = others.filter((one) => one.kind === 'timing' && one.stage !== stage);
  const table = timingTable([...rest, typed]);
  if (table === null) return null;
  const chart = rateChart(table.measured);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <TimingFigures table={table} />
      {chart && <RateChartDrawing chart={chart} />}
    </div>
  );
}
