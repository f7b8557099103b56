import type { Input } from '../../../domain/api.ts';
import type { Measurement } from '../../../domain/api-measurements.ts';
import { positionNames, type Readings } from '../../../domain/bench-figures.ts';
import {
  isWithin,
  type NumberRule,
  quartzRules,
  readingNames,
  readingRules,
  stepRules,
  timingRules,
  typedFault,
  typedNumber,
  typedText,
} from '../../../domain/bench-values.ts';
import { fieldNames, lengthFault, limits } from '../../../domain/field-list.ts';
import {
  leakUnits,
  type MeasurementKind,
  maxSteps,
  measurementFault,
  measurementFields,
  ratePeriods,
  type Stage,
  stages,
  stepMethods,
  tidyReadings,
} from '../../../domain/measurements.ts';

/** A measurement as typed: every field as text, so that two versions can be compared. */

export type Typed = Readonly<Record<string, string>>;

const stepParts = [
  'method',
  'pressure',
  'reading',
  'limit',
  'unit',
  'temperature',
  'hasPassed',
] as const;
export type StepPart = (typeof stepParts)[number];

const stepIndexes = Array.from({ length: maxSteps }, (_, index) => index);

export const stepField = (index: number, part: StepPart) => `step ${index} ${part}`;

const blankStep = (index: number) => stepParts.map((part) => [stepField(index, part), '']);

/** Those that have been begun. */
export const stepsIn = (typed: Typed): number[] =>
  stepIndexes.filter((index) => typed[stepField(index, 'method')]);

/** A new step copies the last one, without its results. */
export function withStep(typed: Typed): Typed {
  const next = stepsIn(typed).length;
  const last = next - 1;
  const like = (part: StepPart, usual: string) => typed[stepField(last, part)] || usual;
  return {
    ...typed,
    [stepField(next, 'method')]: like('method', stepMethods[0]),
    [stepField(next, 'unit')]: like('unit', leakUnits[0]),
    [stepField(next, 'limit')]: like('limit', ''),
    [stepField(next, 'temperature')]: like('temperature', ''),
  };
}

export function withoutStep(typed: Typed, removed: number): Typed {
  const left = stepsIn(typed).filter((index) => index !== removed);
  const moved = left.flatMap((from, to) =>
    stepParts.map((part) => [stepField(to, part), typed[stepField(from, part)] ?? '']),
  );
  return {
    ...typed,
    ...Object.fromEntries(blankStep(left.length)),
    ...Object.fromEntries(moved),
  };
}

const numberFields: Readonly<Record<MeasurementKind, Readonly<Record<string, NumberRule>>>> = {
  timing: {
    ...timingRules,
    ...Object.fromEntries(
      positionNames.flatMap((name) =>
        readingNames.map((reading) => [
          `${name} ${reading}`,
          {
            ...readingRules[reading],
            label: `${name} ${readingRules[reading].label.toLowerCase()}`,
          },
        ]),
      ),
    ),
  },
  quartz: quartzRules,
  pressure: Object.fromEntries(
    stepIndexes.flatMap((index) =>
      Object.entries(stepRules).map(([part, rule]) => [
        stepField(index, part as StepPart),
        { ...rule, label: `${rule.label} of step ${index + 1}` },
      ]),
    ),
  ),
};

/** A field's name when two versions of it are shown. */
export function fieldLabel(kind: MeasurementKind, name: string): string {
  if (name === 'stage') return 'When';
  if (name === 'ratePer') return 'Rate unit';
  const known = fieldNames(measurementFields).find((one) => one === name);
  if (known) return measurementFields[known].label;
  const [, index = '0', part = ''] = name.split(' ');
  const others: Readonly<Record<string, string>> = {
    method: 'Test',
    unit: 'Unit',
    hasPassed: 'Result',
  };
  return numberFields[kind][name]?.label ?? `${others[part]} of step ${Number(index) + 1}`;
}

/** @param measurement null for a new one */
export function typedOf(
  kind: MeasurementKind,
  measurement: Pick<
    Measurement,
    'stage' | 'measuredOn' | 'instrument' | 'caliber' | 'timing' | 'quartz' | 'pressure'
  >,
): Typed {
  const { stage, measuredOn, instrument, caliber, timing, quartz, pressure } = measurement;
  const shared = {
    stage,
    measuredOn: measuredOn ?? '',
    instrument: instrument ?? '',
    caliber: caliber ?? '',
  };
  switch (kind) {
    case 'timing':
      return {
        ...shared,
        liftAngle: typedText(timing?.liftAngle ?? null),
        beatsPerHour: typedText(timing?.beatsPerHour ?? null),
        ...Object.fromEntries(
          positionNames.flatMap((name) =>
            readingNames.map((reading) => [
              `${name} ${reading}`,
              typedText(timing?.positions[name]?.[reading] ?? null),
            ]),
          ),
        ),
      };
    case 'quartz':
      return {
        ...shared,
        consumption: typedText(quartz?.consumption ?? null),
        battery: typedText(quartz?.battery ?? null),
        rate: typedText(quartz?.rate ?? null),
        ratePer: quartz?.ratePer ?? ratePeriods[0],
      };
    case 'pressure':
      return {
        ...shared,
        ...Object.fromEntries(stepIndexes.flatMap(blankStep)),
        ...Object.fromEntries(
          (pressure?.steps ?? []).flatMap((step, index) => [
            [stepField(index, 'method'), step.method],
            [stepField(index, 'pressure'), typedText(step.pressure)],
            [stepField(index, 'reading'), typedText(step.reading)],
            [stepField(index, 'limit'), typedText(step.limit)],
            [stepField(index, 'unit'), step.unit],
            [stepField(index, 'temperature'), typedText(step.temperature)],
            [stepField(index, 'hasPassed'), step.hasPassed ? 'pass' : 'fail'],
          ]),
        ),
      };
  }
}

const numberIn = (rule: NumberRule, typed: string | undefined): number | null => {
  const value = typedNumber(rule, typed ?? '');
  return isWithin(rule, value) ? value : null;
};

/** The readings that are valid so far. */
export const readingsIn = (typed: Typed): Readings =>
  tidyReadings(
    Object.fromEntries(
      positionNames.map((name) => [
        name,
        Object.fromEntries(
          readingNames.map((reading) => [
            reading,
            numberIn(readingRules[reading], typed[`${name} ${reading}`]),
          ]),
        ),
      ]),
    ),
  );

type Body = Required<Omit<Input<'addMeasurement', 'body'>, 'measurementId' | 'kind'>>;

/** Faults by field; those about no single field are under `whole`. */
export type Read = { body: Body } | { faults: Readonly<Record<string, string>> };

/** What was typed → the request's body, or the faults. */
export function readForm(kind: MeasurementKind, typed: Typed): Read {
  const faults: Record<string, string> = {};
  const note = (name: string, fault: string | null | undefined) => {
    if (fault) faults[name] ??= fault;
  };
  for (const name of ['instrument', 'caliber'] as const) {
    note(name, lengthFault(measurementFields[name].label, typed[name] ?? '', limits[name]));
  }
  for (const [name, rule] of Object.entries(numberFields[kind])) {
    if (name in typed) note(name, typedFault(rule, typed[name] ?? ''));
  }
  const steps = stepsIn(typed);
  for (const index of kind === 'pressure' ? steps : []) {
    const result = stepField(index, 'hasPassed');
    if (!typed[result]) note(result, 'Choose pass or fail');
  }
  const stage: Stage = stages.find((one) => one === typed.stage) ?? stages[0];
  const measured = {
    timing:
      kind === 'timing'
        ? {
            liftAngle: numberIn(timingRules.liftAngle, typed.liftAngle),
            beatsPerHour: numberIn(timingRules.beatsPerHour, typed.beatsPerHour),
            positions: readingsIn(typed),
          }
        : null,
    quartz:
      kind === 'quartz'
        ? {
            consumption: numberIn(quartzRules.consumption, typed.consumption),
            battery: numberIn(quartzRules.battery, typed.battery),
            rate: numberIn(quartzRules.rate, typed.rate),
            ratePer: ratePeriods.find((one) => one === typed.ratePer) ?? ratePeriods[0],
          }
        : null,
    pressure:
      kind === 'pressure'
        ? {
            steps: steps.map((index) => {
              const of = (part: StepPart) => typed[stepField(index, part)];
              return {
                method: stepMethods.find((one) => one === of('method')) ?? stepMethods[0],
                pressure: numberIn(stepRules.pressure, of('pressure')),
                reading: numberIn(stepRules.reading, of('reading')),
                limit: numberIn(stepRules.limit, of('limit')),
                unit: leakUnits.find((one) => one === of('unit')) ?? leakUnits[0],
                temperature: numberIn(stepRules.temperature, of('temperature')),
                hasPassed: of('hasPassed') === 'pass',
              };
            }),
          }
        : null,
  };
  const fault = Object.keys(faults).length > 0 ? null : measurementFault(kind, stage, measured);
  if (fault !== null) {
    const [, , index] = fault.path.split('.');
    note(index === undefined ? 'whole' : stepField(Number(index), 'pressure'), fault.message);
  }
  if (Object.keys(faults).length > 0) return { faults };
  return {
    body: {
      stage,
      measuredOn: typed.measuredOn || null,
      instrument: typed.instrument?.trim() || null,
      caliber: typed.caliber?.trim() || null,
      ...measured,
    },
  };
}
