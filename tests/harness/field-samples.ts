import { areaNames, areaStates } from '../../domain/condition.ts';
import type { FieldKind, KindValue } from '../../domain/field-kinds.ts';
import { type FieldList, type FieldValues, mapFields } from '../../domain/field-list.ts';

/** A value of each kind that no other field or round has; the rounds are 1 and 2. */
const samples: {
  readonly [Kind in FieldKind]: (name: string, round: 1 | 2) => KindValue<Kind>;
} = {
  line: (name, round) => `${name} ${round}`,
  text: (name, round) => `${name}\nround ${round}`,
  phone: (name, round) => `(212) 555-01${name.length + 10 * round}`,
  price: (name, round) => name.length + round + 0.25,
  date: (name, round) => `2026-0${3 + round}-${10 + name.length}`,
  flag: (_name, round) => round === 1,
  language: (_name, round) => (round === 1 ? 'es' : 'en'),
  condition: (name, round) => ({
    areas: Object.fromEntries(
      areaNames.map((area, at) => [
        area,
        {
          state: areaStates[(at + round) % areaStates.length] ?? null,
          note: `${area}, “seen” in round ${round}: 50%`,
        },
      ]),
    ),
    running: round === 1 ? 'no' : 'unknown',
    hasWater: round === 1,
    accessories: `box of ${name} ${round}, "papers": 2 links`,
    statedValue: 6_500 + round + 0.25,
    doNotPolish: round === 2,
    returnOldParts: round === 1,
  }),
};

/** Something in every field of a list. */
export const sampleValues = <List extends FieldList>(list: List, round: 1 | 2) =>
  mapFields(list, ({ kind }, name) => samples[kind](name, round)) as FieldValues<List>;
