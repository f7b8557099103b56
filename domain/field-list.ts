import { dateText } from './calendar-date.ts';
import { centsFromDollars, dollarsFromCents, formatDollars } from './money.ts';

/**
 * What a list of fields says about each, and what follows from it. No zod in here: the first screen
 * reads the lists, and has no need of the checks (field-schemas.ts).
 */

interface FieldBase {
  /** Where it is stored. */
  column: string;
  /** How it is called in forms, messages, the history, exports and imports. */
  label: string;
  isRequired: boolean;
  /** For those who read the description of the interface. */
  description?: string;
}

/** Typed in one line, or in several; dollars with at most two decimals; a date on the calendar. */
export type Field = FieldBase &
  ({ kind: 'line' | 'text'; limit: keyof typeof limits } | { kind: 'price' } | { kind: 'date' });

/** What else is to be decided for a field that is typed at the counter. */
export type CounterField = Field & {
  /** Whether it is found by a search. */
  isSearched: boolean;
  /** Its label on the printed ticket; null where it is not printed in a line of its own. */
  printedAs: string | null;
  /** How other programs head its column, in small letters without signs, with commas between. */
  aliases: string;
};

export type FieldKind = Field['kind'];
export type FieldList = Readonly<Record<string, Field>>;

interface KindValues {
  line: string;
  text: string;
  /** Dollars. */
  price: number;
  /** As 2026-03-05. */
  date: string;
}

type FieldValue<One extends Field> =
  | KindValues[One['kind']]
  | (One['isRequired'] extends true ? never : null);

/** How a value of each kind is read by people: on paper, in details and in the history. */
const kindTexts: Readonly<{
  [Kind in FieldKind]: (value: KindValues[Kind]) => string;
}> = {
  line: (text) => text,
  text: (text) => text,
  date: (date) => dateText(date),
  price: (dollars) => `$${formatDollars(Math.round(dollars * 100))}`,
};

/** A field's value as people read it; null where there is none. */
export function fieldText({ kind }: Field, value: string | number | null): string | null {
  const text = kindTexts[kind] as (value: string | number) => string;
  return value === null ? null : text(value);
}

/** The fields as the interface and the forms have them. */
export type FieldValues<List extends FieldList> = {
  [Name in keyof List]: FieldValue<List[Name]>;
};

/** The fields as their table has them: money in whole cents. */
export type FieldColumns<List extends FieldList> = {
  [Name in keyof List as List[Name]['column']]: FieldValue<List[Name]>;
};

export function fieldNames<List extends FieldList>(list: List): (keyof List & string)[] {
  return Object.keys(list);
}

export function fieldColumns<List extends FieldList>(list: List): List[keyof List]['column'][] {
  return Object.values(list).map(({ column }) => column);
}

/** Makes something of each field. */
export function mapFields<List extends FieldList, Result>(
  list: List,
  make: (field: Field, name: keyof List & string) => Result,
): Record<keyof List, Result> {
  const made = fieldNames(list).map((name) => [name, make(list[name] as Field, name)]);
  return Object.fromEntries(made);
}

/** How each field is called. */
export const fieldLabels = <List extends FieldList>(list: List) =>
  mapFields(list, ({ label }) => label);

/** The fields alone, of what has others beside them. */
export function pickFields<List extends FieldList>(
  list: List,
  values: FieldValues<List>,
): FieldValues<List> {
  return Object.fromEntries(
    fieldNames(list).map((name) => [name, values[name]]),
  ) as FieldValues<List>;
}

/** A row's columns → the fields. */
export function fromColumns<List extends FieldList>(
  list: List,
  row: FieldColumns<List>,
): FieldValues<List> {
  const cells: Readonly<Record<string, unknown>> = row;
  const values: Record<string, unknown> = {};
  for (const name in list) {
    const { column, kind } = list[name] as Field;
    const stored = cells[column];
    values[name] =
      kind === 'price' && typeof stored === 'number' ? dollarsFromCents(stored) : stored;
  }
  return values as FieldValues<List>;
}

/** The fields → a row's columns. */
export function toColumns<List extends FieldList>(
  list: List,
  values: FieldValues<List>,
): FieldColumns<List> {
  const row: Record<string, unknown> = {};
  for (const name in list) {
    const { column, kind } = list[name] as Field;
    const value = values[name];
    row[column] = kind === 'price' && typeof value === 'number' ? centsFromDollars(value) : value;
  }
  return row as FieldColumns<List>;
}

/** Longest values, in characters. Shop decisions: generous for people, small for a page. */
export const limits = {
  name: 200,
  email: 254,
  phone: 40,
  address: 500,
  watch: 100,
  serialNumber: 100,
  issue: 2000,
  priceNotes: 1000,
  notes: 2000,
  /** One line in a text beside all the rest. */
  estimateWork: 120,
  estimateNotes: 1000,
  /** Also of the reason for which a payment is voided. */
  paymentNote: 200,
  partDescription: 120,
  supplier: 80,
  partNumber: 60,
  password: 200,
  /** Holds the longest e-mail. */
  query: 300,
  textBody: 1600,
  /**
   * A text that staff wrote. With the shop's name and the notice it then never costs more than
   * four segments in the plain alphabet, and stays below the ten that the provider takes in another.
   */
  manualText: 480,
} as const;

export const tooLongMessage = (label: string, max: number) =>
  `${label} must be at most ${max} characters`;

/**
 * What a form says as soon as too much is typed or pasted: nothing is cut off in silence.
 *
 * @param max in UTF-16 code units, as the server counts them
 */
export function lengthFault(label: string, text: string, max: number): string | undefined {
  return text.trim().length > max ? tooLongMessage(label, max) : undefined;
}
