import type { FieldKind, KindValue } from '../../domain/field-kinds.ts';
import { type FieldList, type FieldValues, mapFields } from '../../domain/field-list.ts';

/** A value of each kind that no other field or round has; the rounds are 1 and 2. */
const samples: {
  readonly [Kind in FieldKind]: (name: string, round: 1 | 2) => KindValue<Kind>;
} = {
  line: (name, round) => `${name} ${round}`,
  text: (name, round) => `${name}\nround ${round}`,
  price: (name, round) => name.length + round + 0.25,
  date: (name, round) => `2026-0${3 + round}-${10 + name.length}`,
};

/** Something in every field of a list. */
export const sampleValues = <List extends FieldList>(list: List, round: 1 | 2) =>
  mapFields(list, ({ kind }, name) => samples[kind](name, round)) as FieldValues<List>;
