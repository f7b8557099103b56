import {
  numberText,
  type PositionName,
  positionNames,
  positions,
  type Reading,
  type Readings,
} from './bench-figures.ts';
import { type ReadingName, readingNames } from './bench-values.ts';
import type { FieldChanges } from './edits.ts';
import { type FieldColumns, type FieldValues, fieldNames, fieldParts } from './field-list.ts';
import { type EventWords, plain, type StoredData, type WordsOf } from './history-words.ts';
import { isolated } from './isolated.ts';

/**
 * A bench measurement of a watch: its timing, the electrical values of a quartz watch, or a pressure
 * test. A ticket has at most one measurement of a kind at each stage of the work. Shop decision
 * (docs/decisions/data.md).
 */

export const measurementKinds = ['timing', 'quartz', 'pressure'] as const;
export type MeasurementKind = (typeof measurementKinds)[number];

export const measurementKindLabels: Readonly<Record<MeasurementKind, string>> = {
  timing: 'Timing',
  quartz: 'Quartz',
  pressure: 'Pressure',
};

export const stages = ['before', 'after', 'after-24h'] as const;
export type Stage = (typeof stages)[number];

/** Only timing is measured again a day later. */
export const stagesOf = (kind: MeasurementKind): readonly Stage[] =>
  kind === 'timing' ? stages : ['before', 'after'];

/** A stage's name beside others of its kind. */
export function stageLabel(kind: MeasurementKind, stage: Stage): string {
  if (stage === 'before') return 'Before';
  if (stage === 'after-24h') return 'After, 24 h';
  return kind === 'timing' ? 'After, 0 h' : 'After';
}

/** In the order of the work, kind by kind. */
export const inOrderOfWork = (
  one: { kind: MeasurementKind; stage: Stage },
  other: { kind: MeasurementKind; stage: Stage },
): number =>
  measurementKinds.indexOf(one.kind) - measurementKinds.indexOf(other.kind) ||
  stages.indexOf(one.stage) - stages.indexOf(other.stage);

/** @returns e.g. "Timing, before" */
export const measurementName = (kind: MeasurementKind, stage: Stage): string =>
  `${measurementKindLabels[kind]}, ${stageLabel(kind, stage).toLowerCase()}`;

/** The fields of every kind. */
export const measurementFields = {
  measuredOn: { column: 'measured_on', label: 'Measured on', kind: 'date', isRequired: false },
  instrument: {
    column: 'instrument',
    label: 'Instrument',
    kind: 'line',
    limit: 'instrument',
    isRequired: false,
  },
  caliber: {
    column: 'caliber',
    label: 'Caliber',
    kind: 'line',
    limit: 'caliber',
    isRequired: false,
  },
} as const;

export type MeasurementFieldValues = FieldValues<typeof measurementFields>;
export type MeasurementColumns = FieldColumns<typeof measurementFields>;

export interface Timing {
  /** Degrees. */
  liftAngle: number | null;
  beatsPerHour: number | null;
  positions: Readings;
}

export const ratePeriods = ['day', 'month'] as const;
export type RatePeriod = (typeof ratePeriods)[number];

export interface Quartz {
  /** Microamperes. */
  consumption: number | null;
  /** Volts. */
  battery: number | null;
  /** Seconds a day, or a month of 30 days. */
  rate: number | null;
  ratePer: RatePeriod;
}

export const stepMethods = ['dry', 'wet', 'condensation'] as const;
export type StepMethod = (typeof stepMethods)[number];

export const stepMethodLabels: Readonly<Record<StepMethod, string>> = {
  dry: 'Dry',
  wet: 'Wet',
  condensation: 'Condensation',
};

/** How instruments measure a leak: by how far the case flexes, or by the pressure lost. */
export const leakUnits = ['µm', 'bar', '%'] as const;
export type LeakUnit = (typeof leakUnits)[number];

export interface PressureStep {
  method: StepMethod;
  /** Bar above air pressure; null in a condensation test. */
  pressure: number | null;
  reading: number | null;
  limit: number | null;
  unit: LeakUnit;
  /** Degrees Celsius. */
  temperature: number | null;
  hasPassed: boolean;
}

export const maxSteps = 12;

export interface Pressure {
  steps: PressureStep[];
}

/** Exactly one part is set, that of the kind. */
export interface Measured {
  timing: Timing | null;
  quartz: Quartz | null;
  pressure: Pressure | null;
}

export type MeasurementValues = MeasurementFieldValues & Measured;

const emptyMessages: Readonly<Record<MeasurementKind, string>> = {
  timing: 'Enter at least one value for a position',
  quartz: 'Enter the consumption, the battery or the rate',
  pressure: 'Add at least one step',
};

const hasValue = (values: object): boolean =>
  Object.values(values).some((value) => typeof value === 'number');

/** @returns what is wrong with a measurement of a kind and stage, and where; null if nothing */
export function measurementFault(
  kind: MeasurementKind,
  stage: Stage,
  { timing, quartz, pressure }: Measured,
): { path: string; message: string } | null {
  if (!stagesOf(kind).includes(stage)) {
    return { path: 'stage', message: 'Only timing is measured after 24 h' };
  }
  const given = { timing, quartz, pressure };
  const other = measurementKinds.find((name) => name !== kind && given[name] !== null);
  if (other !== undefined) {
    return { path: other, message: `A ${kind} measurement cannot include ${other}` };
  }
  const isEmpty =
    given[kind] === null ||
    (timing !== null && !Object.values(timing.positions).some((one) => one && hasValue(one))) ||
    (quartz !== null && !hasValue(quartz)) ||
    pressure?.steps.length === 0;
  if (isEmpty) return { path: kind, message: emptyMessages[kind] };
  const at = pressure?.steps.findIndex(
    ({ method, pressure: bar }) => method !== 'condensation' && bar === null,
  );
  return at === undefined || at < 0
    ? null
    : { path: `pressure.steps.${at}.pressure`, message: 'Enter the pressure for this step' };
}

/** @returns only the positions that were measured, in order */
export function tidyReadings(given: Readings): Readings {
  const tidy: Readings = {};
  for (const name of positionNames) {
    const reading = given[name];
    if (!reading || !hasValue(reading)) continue;
    tidy[name] = {
      rate: reading.rate,
      amplitude: reading.amplitude,
      beatError: reading.beatError,
    };
  }
  return tidy;
}

/** The days in a month, for a rate per month. */
const daysOfMonth = 30;

/** A quartz rate converted to the other unit. */
export function otherRate({ rate, ratePer }: Pick<Quartz, 'rate' | 'ratePer'>) {
  if (rate === null) return null;
  return ratePer === 'day'
    ? { rate: (Math.round(rate * 1000) * daysOfMonth) / 1000, ratePer: 'month' as const }
    : { rate: Math.round((rate * 1000) / daysOfMonth) / 1000, ratePer: 'day' as const };
}

export const rateUnits: Readonly<Record<RatePeriod, string>> = { day: 's/d', month: 's/month' };

const signed = { isSigned: true };

const withUnit = (value: number | null, unit: string, given = {}) =>
  value === null ? null : `${numberText(value, given)}${unit}`;

const joined = (...texts: (string | null)[]) => texts.filter((one) => one !== null).join(', ');

/** One position as it was measured: "+10 s/d, 251°, 0.8 ms". */
const readingText = ({ rate, amplitude, beatError }: Reading): string =>
  joined(withUnit(rate, ' s/d', signed), withUnit(amplitude, '°'), withUnit(beatError, ' ms'));

/** One step of a pressure test: "Dry, 10 bar: 0.06 µm, limit 0.1 µm, 22 °C, pass". */
export function stepText(step: PressureStep): string {
  const { method, pressure, reading, limit, unit, temperature, hasPassed } = step;
  const test = joined(stepMethodLabels[method], withUnit(pressure, ' bar'));
  const found = joined(
    withUnit(reading, ` ${unit}`),
    limit === null ? null : `limit ${withUnit(limit, ` ${unit}`)}`,
    withUnit(temperature, ' °C'),
    hasPassed ? 'pass' : 'fail',
  );
  return `${test}: ${found}`;
}

/** Every value as typed, for the history and the export. */
function valueLines(values: Changes, kind: MeasurementKind = 'timing'): Map<string, string> {
  const lines = new Map<string, string>();
  const add = (label: string, value: string | null) => value && lines.set(label, value);
  const { stage, timing, quartz, pressure } = values;
  add('Stage', stage ? stageLabel(kind, stage) : null);
  for (const name of fieldNames(measurementFields)) {
    const field = measurementFields[name];
    for (const { label, text: shown, isTyped } of fieldParts(field, values[name])) {
      if (isTyped) add(label, isolated(shown));
    }
  }
  add('Lift angle', withUnit(timing?.liftAngle ?? null, '°', { decimals: 1 }));
  add('Beats per hour', timing?.beatsPerHour?.toLocaleString('en-US') ?? null);
  for (const name of positionNames) {
    const reading = timing?.positions?.[name];
    if (reading) add(name, readingText(reading));
  }
  if (quartz) {
    add('Consumption', withUnit(quartz.consumption, ' µA'));
    add('Battery', withUnit(quartz.battery, ' V'));
    add('Rate', withUnit(quartz.rate, ` ${rateUnits[quartz.ratePer]}`, signed));
  }
  pressure?.steps?.forEach((step, index) => {
    add(`Step ${index + 1}`, stepText(step));
  });
  return lines;
}

interface OfMeasurement {
  measurementId: string;
  measured: MeasurementKind;
  stage: Stage;
}

export interface MeasurementEvents {
  'measurement-added': OfMeasurement & { before: null; after: MeasurementValues };
  'measurement-changed': OfMeasurement & FieldChanges;
  'measurement-removed': OfMeasurement & { before: MeasurementValues; after: null };
}

type Changes = Partial<MeasurementValues & { stage: Stage }>;

const valuesOf = (value: unknown): Changes =>
  typeof value === 'object' && value !== null ? value : {};

function words(
  verb: string,
  { measured, stage, before, after }: StoredData<OfMeasurement & FieldChanges>,
): EventWords {
  const kind = measurementKinds.find((one) => one === measured);
  const at = stages.find((one) => one === stage);
  const title = kind && at ? `${measurementName(kind, at)}: ${verb}` : `Measurement ${verb}`;
  const [old, now] = [valueLines(valuesOf(before), kind), valueLines(valuesOf(after), kind)];
  if (after === null) return plain(title);
  const details = [...new Set([...old.keys(), ...now.keys()])].flatMap((label) => {
    const [was, is] = [old.get(label) ?? 'nothing', now.get(label) ?? 'nothing'];
    if (was === is) return [];
    return before === null ? `${label}: ${is}` : `${label}: ${was} → ${is}`;
  });
  return plain(title, ...details);
}

export const measurementWords: WordsOf<MeasurementEvents> = {
  'measurement-added': (data) => words('added', data),
  'measurement-changed': (data) => words('changed', data),
  'measurement-removed': (data) => words('removed', data),
};

/** In an export each value has a column: "Dial up rate", "Dial up amplitude". */
const columnsOfPositions = positionNames.flatMap((name) =>
  readingNames.map((reading) => ({ name, reading, key: exportKey(name, reading) })),
);

function exportKey(name: PositionName, reading: ReadingName): string {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const [first = '', second = ''] = positions[name].words.split(' ');
  return [first.toLowerCase(), capital(second), capital(reading)].join('');
}

/** Measurements in an export. */
export const measurementTable = {
  about: 'Bench measurements: timing, quartz and pressure',
  exported: [
    ...['measurementId', 'ticketNumber', 'kind', 'stage', ...fieldNames(measurementFields)],
    ...['liftAngle', 'beatsPerHour', ...columnsOfPositions.map(({ key }) => key)],
    ...['consumption', 'battery', 'quartzRate', 'quartzRatePer', 'steps'],
    ...['createdAt', 'updatedAt'],
  ],
  fields: measurementFields,
} as const;

/** The measured values by the columns of an export, the steps of a pressure test in words. */
export function exportedValues({ timing, quartz, pressure }: Measured) {
  return {
    liftAngle: timing?.liftAngle ?? null,
    beatsPerHour: timing?.beatsPerHour ?? null,
    ...Object.fromEntries(
      columnsOfPositions.map(({ name, reading, key }) => [
        key,
        timing?.positions[name]?.[reading] ?? null,
      ]),
    ),
    consumption: quartz?.consumption ?? null,
    battery: quartz?.battery ?? null,
    quartzRate: quartz?.rate ?? null,
    quartzRatePer: quartz?.ratePer ?? null,
    steps: pressure?.steps.map(stepText).join('\n') ?? null,
  };
}
