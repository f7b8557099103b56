import { type FieldKind, type KindColumn, type KindValue, rulesOf } from './field-kinds.ts';

/** What a list of fields says about each, and what follows from it. No zod in here (field-kinds.ts). */

interface FieldBase {
  /** Where it is stored. */
  column: string;
  /** What it is called in forms, messages, the history, exports and imports. */
  label: string;
  isRequired: boolean;
  /** For readers of the API description. */
  description?: string;
}

export type Field = FieldBase &
  (
    | { kind: 'line' | 'text'; limit: keyof typeof limits }
    | { kind: Exclude<FieldKind, 'line' | 'text'> }
  );

/** What else must be decided for a field that is typed at the counter. */
export type CounterField = Field & {
  /** Whether a search looks in it. */
  isSearched: boolean;
  /** Its label on the specified ticket; null if it has no line there. A claim check prints it with its group. */
  printedAs: string | null;
  /** The headings that other programs give its column, in lower case without punctuation, separated by commas. */
  aliases: string;
};

export type FieldList = Readonly<Record<string, Field>>;

type OrNull<One extends Field> = One['isRequired'] extends true ? never : null;

type Kept = Pick<Field, 'kind'>;

/** A value that is not there is null, or missing in a copy that an older version kept in a browser. */
const isThere = (value: unknown): boolean => (value ?? null) !== null;

/** A field's value as people read it, part by part, including parts for which nothing was typed. */
export const fieldParts = ({ kind, label }: Pick<Field, 'kind' | 'label'>, value: unknown) =>
  rulesOf(kind).parts(label, value ?? null);

/** A field's value as the specified ticket has it; null if there is none. */
export const printedText = ({ kind }: Kept, value: unknown): string | null =>
  isThere(value) ? rulesOf(kind).print(value) : null;

/** A field's value as it is in a form's control and in a cell of CSV; empty if there is none. */
export const typedText = ({ kind }: Kept, value: unknown): string =>
  isThere(value) ? rulesOf(kind).write(value) : '';

/** What is in a form's control → what the contract's schema checks. */
export const readTyped = ({ kind }: Kept, typed: string): unknown => rulesOf(kind).read(typed);

/** What a search finds a field's value by. */
export const searchedTexts = ({ kind }: Kept, value: unknown): string[] =>
  isThere(value) ? rulesOf(kind).searched(value) : [];

/** The fields as the interface and the forms have them. */
export type FieldValues<List extends FieldList> = {
  [Name in keyof List]: KindValue<List[Name]['kind']> | OrNull<List[Name]>;
};

/** The fields as their table has them. */
export type FieldColumns<List extends FieldList> = {
  [Name in keyof List as List[Name]['column']]: KindColumn<List[Name]['kind']> | OrNull<List[Name]>;
};

export function fieldNames<List extends FieldList>(list: List): (keyof List & string)[] {
  return Object.keys(list);
}

export function fieldColumns<List extends FieldList>(list: List): List[keyof List]['column'][] {
  return Object.values(list).map(({ column }) => column);
}

/** @returns what the function makes of each field, by the field's name */
export function mapFields<List extends FieldList, Result>(
  list: List,
  make: (field: Field & List[keyof List], name: keyof List & string) => Result,
): Record<keyof List, Result> {
  const made = fieldNames(list).map((name) => [
    name,
    make(list[name] as Field & List[keyof List], name),
  ]);
  return Object.fromEntries(made);
}

/** What each field is called. */
export const fieldLabels = <List extends FieldList>(list: List) =>
  mapFields(list, ({ label }) => label);

/** Only these fields, of an object that has others as well. */
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
    values[name] = stored === null ? null : rulesOf(kind).fromColumn(stored);
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
    row[column] = value === null ? null : rulesOf(kind).toColumn(value);
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
  reference: 40,
  theirReference: 40,
  /** Of the shop's own list. */
  place: 24,
  /** Of one area of the watch. */
  conditionNote: 200,
  accessories: 200,
  issue: 2000,
  priceNotes: 1000,
  notes: 2000,
  /** One line in a text beside all the rest. */
  estimateWork: 120,
  estimateNotes: 1000,
  /** Also of a preset's name, which becomes the description. */
  lineDescription: 120,
  carrier: 40,
  trackingNumber: 40,
  /** Also for the reason why a payment is voided. */
  paymentNote: 200,
  closingNote: 200,
  partDescription: 120,
  warrantyWork: 120,
  supplier: 80,
  partNumber: 60,
  /** A manufacturer or a specialist that gets a watch. */
  sentTo: 80,
  instrument: 60,
  caliber: 60,
  photoCaption: 120,
  /** The shop's terms on the claim check. */
  terms: 2000,
  /** A line of the shop's final check. */
  checkLine: 60,
  password: 200,
  /** Holds the longest email. */
  query: 300,
  textBody: 1600,
  /**
   * A text that staff wrote. With the shop's name and the notice it never costs more than
   * four segments in the plain alphabet, and stays below the ten that the provider takes in another.
   */
  manualText: 480,
} as const;

export const tooLongMessage = (label: string, max: number) =>
  `${label} must be at most ${max} characters`;

/**
 * What a form says as soon as too much is typed or pasted: nothing is cut off silently.
 *
 * @param max in UTF-16 code units, as the server counts them
 */
export function lengthFault(label: string, text: string, max: number): string | undefined {
  return text.trim().length > max ? tooLongMessage(label, max) : undefined;
}
