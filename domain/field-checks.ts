import { z } from 'zod';
import { conditionAnswer, optionalCondition, readConditionCell } from './condition-schema.ts';
import type { FieldKind, KindValue } from './field-kinds.ts';
import { type Field, type FieldList, limits, mapFields } from './field-list.ts';
import {
  calendarDate,
  dollars,
  optionalChoice,
  optionalDate,
  optionalPhoneNumber,
  optionalPrice,
  optionalText,
  requiredText,
} from './field-schemas.ts';
import { type Read, readCalendarDate, readFlag, readLanguage, readPrice } from './import-values.ts';
import { languages } from './languages.ts';

/** How a value of each kind of field is checked: as people fill it in, in answers, in a file. */

type FieldOf<Kind extends FieldKind> = Field & { kind: Kind };

interface KindChecks<Kind extends FieldKind> {
  optional(field: FieldOf<Kind>): z.ZodType<KindValue<Kind> | null>;
  /** If it is missing, the other one applies to required fields, too. */
  required?(field: FieldOf<Kind>): z.ZodType<KindValue<Kind>>;
  answer: z.ZodType<KindValue<Kind>>;
  /** Reads a cell of our own export or of another program's file. @param check of the form */
  readCell(label: string, cell: string, check: z.ZodType): Read<unknown>;
}

function readText(_label: string, cell: string, check: z.ZodType): Read<unknown> {
  const { data, error } = check.safeParse(cell);
  return error ? { message: error.issues[0]?.message ?? 'This cannot be read' } : { value: data };
}

const textRule = ({ label, limit, kind }: FieldOf<'line' | 'text'>) => ({
  label,
  max: limits[limit],
  lines: kind === 'text',
});

const text = {
  optional: (field: FieldOf<'line' | 'text'>) => optionalText(textRule(field)),
  required: (field: FieldOf<'line' | 'text'>) => requiredText(textRule(field)),
  answer: z.string(),
  readCell: readText,
};

const kindChecks = {
  line: text,
  text,
  phone: {
    optional: ({ label }: Field) => optionalPhoneNumber({ label }),
    answer: z.string(),
    readCell: readText,
  },
  price: {
    optional: ({ label }: Field) => optionalPrice(label),
    answer: dollars,
    readCell: readPrice,
  },
  date: {
    optional: ({ label }: Field) => optionalDate(label),
    answer: calendarDate,
    readCell: readCalendarDate,
  },
  flag: {
    optional: ({ label }: Field) =>
      z
        .boolean(`${label} must be true or false`)
        .nullish()
        .transform((flag) => flag ?? null),
    answer: z.boolean(),
    readCell: (label: string, cell: string) =>
      cell.trim() === '' ? { value: null } : readFlag(label, cell),
  },
  language: {
    optional: ({ label }: Field) => optionalChoice(label, languages),
    answer: z.enum(languages),
    readCell: readLanguage,
  },
  condition: {
    optional: ({ label }: Field) => optionalCondition(label),
    answer: conditionAnswer,
    readCell: readConditionCell,
  },
} satisfies { [Kind in FieldKind]: KindChecks<Kind> };

type Checks<One extends Field> = (typeof kindChecks)[One['kind']];

const checksOf = (field: Field): KindChecks<FieldKind> => kindChecks[field.kind];

type InputSchema<One extends Field> = One['isRequired'] extends true
  ? Checks<One> extends { required: (field: never) => infer Schema }
    ? Schema
    : ReturnType<Checks<One>['optional']>
  : ReturnType<Checks<One>['optional']>;

/** What people fill in, by field. */
export function inputSchemas<List extends FieldList>(list: List) {
  const inputOf = (field: Field) => {
    const { optional, required = optional } = checksOf(field);
    return field.isRequired ? required(field) : optional(field);
  };
  return mapFields(list, inputOf) as { [Name in keyof List]: InputSchema<List[Name]> };
}

type AnswerSchema<One extends Field> = One['isRequired'] extends true
  ? Checks<One>['answer']
  : z.ZodNullable<Checks<One>['answer']>;

/** What the server answers, by field. */
export function answerSchemas<List extends FieldList>(list: List) {
  const answerOf = (field: Field) => {
    const { isRequired, description } = field;
    const { answer } = checksOf(field);
    const schema = isRequired ? answer : answer.nullable();
    return description === undefined ? schema : schema.meta({ description });
  };
  return mapFields(list, answerOf) as { [Name in keyof List]: AnswerSchema<List[Name]> };
}

/** Reads a cell of a file as a field's value. @param check of the form */
export const readCell = (field: Field, cell: string, check: z.ZodType) =>
  checksOf(field).readCell(field.label, cell, check);
