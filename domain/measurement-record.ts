import type { Answer } from './api.ts';
import type { Repair } from './api-answers.ts';
import type { Measurement } from './api-measurements.ts';
import {
  amplitudeText,
  numberText,
  positionNames,
  positions,
  type Reading,
  rateText,
  shownNumber,
} from './bench-figures.ts';
import { dateText } from './calendar-date.ts';
import type { CheckedLine } from './final-check.ts';
import {
  type MeasurementKind,
  measurementKindLabels,
  otherRate,
  type Quartz,
  rateUnits,
  stageLabel,
  stepText,
} from './measurements.ts';
import { type RateChart, rateChart } from './rate-chart.ts';
import { timingTable } from './timing-table.ts';
import { type WatchFacts, watchLines } from './watch-life.ts';

/** The bench measurements on paper, with the completion. It states only what was measured. */

export const recordTitle = 'Measurement record';

export const recordFootnote = 'Measurements only; no claim to meet any standard.';

/** A quartz watch in one line: "1.1 µA, 1.56 V, +0.3 s/d (+9 s/month)". */
export function quartzText(quartz: Quartz): string {
  const { consumption, battery, rate, ratePer } = quartz;
  const other = otherRate(quartz);
  const signed = { isSigned: true };
  return [
    ...(consumption === null ? [] : [`${numberText(consumption)} µA`]),
    ...(battery === null ? [] : [`${numberText(battery)} V`]),
    ...(rate === null || other === null
      ? []
      : [
          `${numberText(rate, signed)} ${rateUnits[ratePer]} (${rateText(other.rate).replace(/\.0$/, '')} ${rateUnits[other.ratePer]})`,
        ]),
  ].join(', ');
}

/** Measurements other than timing, as lines below their name. */
export const measuredLines = ({ quartz, pressure }: Measurement): string[] => [
  ...(quartz ? [quartzText(quartz)] : []),
  ...(pressure?.steps.map(stepText) ?? []),
];

type RecordTicket = Pick<
  Repair,
  'ticketNumber' | 'completedAt' | 'completionNotes' | 'assignedWatchmaker'
> &
  WatchFacts;

export interface MeasurementRecord {
  ticketNumber: string;
  facts: { label: string; value: string }[];
  timing: {
    /** Each spans three columns. */
    heads: { label: string; date: string }[];
    /** The position's short and full name, then the values. */
    rows: { name: string; words: string; values: string[] }[];
    figures: { label: string; values: string[] }[];
    chart: RateChart | null;
  } | null;
  /** What else was measured, below its name. */
  others: { title: string; lines: string[] }[];
  work: string | null;
  finalCheck: readonly CheckedLine[];
  technician: string | null;
  instruments: string[];
}

const unmeasured: Reading = { rate: null, amplitude: null, beatError: null };

const unique = (values: readonly (string | null)[]) => [
  ...new Set(values.filter((value) => value !== null)),
];

const withDate = (kind: MeasurementKind, { stage, measuredOn }: Measurement) =>
  [
    `${measurementKindLabels[kind]}, ${stageLabel(kind, stage).toLowerCase()}`,
    ...(measuredOn === null ? [] : [dateText(measuredOn)]),
  ].join(', ');

/** @param dateOf turns an ISO time into the shop's date, as 2026-03-05 */
export function measurementRecordOf(
  repair: RecordTicket,
  { measurements, finalCheck }: Pick<Answer<'getRepair'>, 'measurements' | 'finalCheck'>,
  dateOf: (iso: string) => string,
): MeasurementRecord {
  const { ticketNumber, completedAt } = repair;
  const table = timingTable(measurements);
  const timings = measurements.flatMap(({ timing }) => timing ?? []);
  const measured = unique(measurements.map(({ caliber }) => caliber)).join(', ');
  const facts: [string, string | null][] = [
    ['Completed', completedAt && dateText(dateOf(completedAt))],
    // The caliber as it was found at the bench.
    ...watchLines({ ...repair, caliber: measured || repair.caliber }),
    [
      'Lift angle',
      unique(
        timings.map(({ liftAngle }) => (liftAngle === null ? null : `${shownNumber(liftAngle)}°`)),
      ).join(', '),
    ],
    [
      'Beats per hour',
      unique(timings.map((one) => one.beatsPerHour?.toLocaleString('en-US') ?? null)).join(', '),
    ],
  ];
  const readingOf = (stage: NonNullable<typeof table>['stages'][number]['stage']) =>
    table?.measured[stage] ?? {};
  return {
    ticketNumber,
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    timing: table && {
      heads: table.stages.map(({ label, measuredOn }) => ({
        label,
        date: measuredOn === null ? '' : dateText(measuredOn),
      })),
      rows: positionNames.map((name) => ({
        name,
        words: positions[name].words,
        values: table.stages.flatMap(({ stage }) => {
          const { rate, amplitude, beatError } = readingOf(stage)[name] ?? unmeasured;
          return [rateText(rate), amplitudeText(amplitude), shownNumber(beatError)];
        }),
      })),
      figures: table.rows,
      chart: rateChart(table.measured),
    },
    others: measurements.flatMap((one) =>
      one.kind === 'timing' ? [] : [{ title: withDate(one.kind, one), lines: measuredLines(one) }],
    ),
    work: repair.completionNotes,
    finalCheck: finalCheck ?? [],
    technician: repair.assignedWatchmaker,
    instruments: unique(measurements.map(({ instrument }) => instrument)),
  };
}
