import { z } from 'zod';
import {
  areaNames,
  areaStates,
  type Condition,
  conditionAreas,
  conditionLabels,
  readCondition,
  readPartTexts,
  runningAnswers,
  tidyCondition,
} from './condition.ts';
import { limits } from './field-list.ts';
import { dollars, objectOr, optionalFlag, optionalPrice, optionalText } from './field-schemas.ts';
import type { Read } from './import-values.ts';

/** The checks of a watch's condition at intake. */

const areaInput = (label: string) =>
  z
    .strictObject(
      {
        state: z
          .enum(areaStates, `${label} must be ${areaStates.join(', ')} or not checked`)
          .nullish()
          .transform((state) => state ?? null),
        note: optionalText({ label: `Note on ${label.toLowerCase()}`, max: limits.conditionNote }),
      },
      objectOr(`${label} must have a state (${areaStates.join(', ')}), a note or both`),
    )
    .nullish();

const mapAreas = <Result>(make: (label: string) => Result) =>
  Object.fromEntries(areaNames.map((area) => [area, make(conditionAreas[area])])) as {
    [Area in keyof typeof conditionAreas]: Result;
  };

export const optionalCondition = (label: string) =>
  z
    .strictObject(
      {
        areas: z
          .strictObject(mapAreas(areaInput), objectOr('Areas must be named, each with its state'))
          .nullish(),
        running: z
          .enum(runningAnswers, `${conditionLabels.running} must be yes, no or unknown`)
          .nullish(),
        hasWater: optionalFlag(conditionLabels.hasWater),
        accessories: optionalText({
          label: conditionLabels.accessories,
          max: limits.accessories,
        }),
        statedValue: optionalPrice(conditionLabels.statedValue),
        doNotPolish: optionalFlag(conditionLabels.doNotPolish),
        returnOldParts: optionalFlag(conditionLabels.returnOldParts),
      },
      objectOr(`${label} must be given area by area`),
    )
    .nullish()
    .transform((given): Condition | null => {
      if (!given) return null;
      const areas = Object.fromEntries(
        Object.entries(given.areas ?? {}).flatMap(([area, said]) => (said ? [[area, said]] : [])),
      );
      return tidyCondition({ ...given, areas, running: given.running ?? null });
    });

export const conditionAnswer: z.ZodType<Condition> = z.object({
  areas: z
    .object(
      mapAreas(() =>
        z.object({ state: z.enum(areaStates).nullable(), note: z.string().nullable() }).optional(),
      ),
    )
    .describe('Only areas with something recorded; a state of null means not checked'),
  running: z.enum(runningAnswers).nullable(),
  hasWater: z.boolean().describe('Whether there are traces of water'),
  accessories: z.string().nullable().describe('What was left with the watch'),
  statedValue: dollars.nullable().describe('In dollars, according to the customer'),
  doNotPolish: z.boolean(),
  returnOldParts: z.boolean(),
});

/** Reads a cell of our own export. */
export function readConditionCell(label: string, cell: string, check: z.ZodType): Read<unknown> {
  const [unknown] = readPartTexts(cell).unknown;
  if (unknown !== undefined) {
    return { message: `${label} has a line that cannot be read: "${unknown.slice(0, 40)}"` };
  }
  const { data, error } = check.safeParse(readCondition(cell));
  return error ? { message: error.issues[0]?.message ?? 'This cannot be read' } : { value: data };
}
