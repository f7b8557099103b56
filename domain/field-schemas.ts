import { z } from 'zod';
import type { Field, FieldKind, FieldList } from './field-list.ts';
import { limits, optionalPrice, optionalText, requiredText } from './fields.ts';

/** The checks of a list of fields. */

type InputSchema<One extends Field> = One['kind'] extends 'price'
  ? ReturnType<typeof optionalPrice>
  : One['isRequired'] extends true
    ? ReturnType<typeof requiredText>
    : ReturnType<typeof optionalText>;

function inputOf(field: Field) {
  if (field.kind === 'price') return optionalPrice(field.label);
  const { label, kind, limit } = field;
  const rule = { label, max: limits[limit], lines: kind === 'text' };
  return field.isRequired ? requiredText(rule) : optionalText(rule);
}

/** What people fill in, by field. */
export function inputSchemas<List extends FieldList>(list: List) {
  return Object.fromEntries(
    Object.entries(list).map(([name, field]) => [name, inputOf(field)]),
  ) as { [Name in keyof List]: InputSchema<List[Name]> };
}

export const dollars = z.number().meta({ description: 'Dollars with at most 2 decimals' });

const answers = {
  line: z.string(),
  text: z.string(),
  price: dollars,
} satisfies Record<FieldKind, z.ZodType>;

type AnswerSchema<One extends Field> = One['isRequired'] extends true
  ? (typeof answers)[One['kind']]
  : z.ZodNullable<(typeof answers)[One['kind']]>;

function answerOf({ kind, isRequired, description }: Field) {
  const value = answers[kind];
  const answer = isRequired ? value : value.nullable();
  return description === undefined ? answer : answer.meta({ description });
}

/** What the server answers, by field. */
export function answerSchemas<List extends FieldList>(list: List) {
  return Object.fromEntries(
    Object.entries(list).map(([name, field]) => [name, answerOf(field)]),
  ) as { [Name in keyof List]: AnswerSchema<List[Name]> };
}
