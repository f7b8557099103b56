import { z } from 'zod';
import { positionNames, type positions } from './bench-figures.ts';
import {
  isWithin,
  type NumberRule,
  numberRefusal,
  quartzRules,
  readingNames,
  readingRules,
  stepRules,
  timingRules,
} from './bench-values.ts';
import { inputSchemas } from './field-checks.ts';
import { objectOr, ofList, oneOf } from './field-schemas.ts';
import {
  leakUnits,
  maxSteps,
  measurementFields,
  ratePeriods,
  stages,
  stepMethods,
  tidyReadings,
} from './measurements.ts';

/** The schemas of bench measurements. */

/** A number that follows its rule; missing or null is null. */
function optionalNumber(rule: NumberRule, label = rule.label) {
  const { least: minimum, most: maximum } = rule;
  const refusal = () => numberRefusal({ ...rule, label });
  return z
    .number({ error: refusal })
    .refine((value) => isWithin(rule, value), { error: refusal, abort: true })
    .meta({ minimum, maximum })
    .nullish()
    .transform((value) => value ?? null);
}

const mapNames = <Name extends string, Result>(
  names: readonly Name[],
  make: (name: Name) => Result,
) => Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Result>;

const readingInput = (name: keyof typeof positions) =>
  z
    .strictObject(
      mapNames(readingNames, (value) => {
        const { label } = readingRules[value];
        return optionalNumber(readingRules[value], `${name} ${label.toLowerCase()}`);
      }),
      objectOr(`${name} must be an object with rate, amplitude and beat error`),
    )
    .nullish();

const timing = z
  .strictObject(
    {
      liftAngle: optionalNumber(timingRules.liftAngle),
      beatsPerHour: optionalNumber(timingRules.beatsPerHour),
      positions: z
        .strictObject(
          mapNames(positionNames, readingInput),
          objectOr('Positions must be named, each with its values'),
        )
        .describe('Rates in seconds per day, amplitudes in degrees, beat errors in milliseconds')
        .nullish()
        .transform((given) =>
          tidyReadings(
            Object.fromEntries(
              Object.entries(given ?? {}).filter(([, reading]) => reading != null),
            ),
          ),
        ),
    },
    objectOr('timing must be an object'),
  )
  .nullish()
  .transform((given) => given ?? null);

const quartz = z
  .strictObject(
    {
      consumption: optionalNumber(quartzRules.consumption).describe('Microamperes'),
      battery: optionalNumber(quartzRules.battery).describe('Volts'),
      rate: optionalNumber(quartzRules.rate).describe('Seconds per `ratePer`'),
      ratePer: z
        .enum(ratePeriods, 'ratePer must be day or month')
        .nullish()
        .transform((period) => period ?? ratePeriods[0])
        .describe('A month has 30 days; `day` if left out'),
    },
    objectOr('quartz must be an object'),
  )
  .nullish()
  .transform((given) => given ?? null);

const step = z.strictObject(
  {
    method: oneOf('method', stepMethods),
    pressure: optionalNumber(stepRules.pressure).describe('Bar; below 0 for a vacuum'),
    reading: optionalNumber(stepRules.reading).describe('In `unit`'),
    limit: optionalNumber(stepRules.limit).describe('In `unit`'),
    unit: oneOf('unit', leakUnits)
      .nullish()
      .transform((unit) => unit ?? leakUnits[0])
      .describe('How far the case flexed, or how much pressure was lost; µm if left out'),
    temperature: optionalNumber(stepRules.temperature).describe('Degrees Celsius'),
    hasPassed: z.boolean('hasPassed must be true or false'),
  },
  objectOr('A step must be an object'),
);

const pressure = z
  .strictObject(
    {
      steps: z
        .array(step, 'Steps must be a list')
        .max(maxSteps, ofList(`There can be at most ${maxSteps} steps`)),
    },
    objectOr('pressure must be an object'),
  )
  .nullish()
  .transform((given) => given ?? null);

export const stageInput = oneOf('stage', stages);

/** A caller's input; which part is required depends on the kind (measurementFault in measurements.ts). */
export const measurementInputs = {
  ...inputSchemas(measurementFields),
  timing,
  quartz,
  pressure,
};

const number = z.number().nullable();

/** What the server answers. */
export const measuredAnswers = {
  timing: z
    .object({
      liftAngle: number,
      beatsPerHour: number,
      positions: z
        .object(
          mapNames(positionNames, () => z.object(mapNames(readingNames, () => number)).optional()),
        )
        .describe('Only the positions that were measured'),
    })
    .nullable(),
  quartz: z
    .object({ consumption: number, battery: number, rate: number, ratePer: z.enum(ratePeriods) })
    .nullable(),
  pressure: z
    .object({
      steps: z.array(
        z.object({
          method: z.enum(stepMethods),
          pressure: number,
          reading: number,
          limit: number,
          unit: z.enum(leakUnits),
          temperature: number,
          hasPassed: z.boolean(),
        }),
      ),
    })
    .nullable(),
};
