import { dateText } from './calendar-date.ts';
import {
  type Condition,
  conditionLabels,
  conditionParts,
  loadCondition,
  partTexts,
  readCondition,
  storeCondition,
  typedInCondition,
  unsaid,
  writePartTexts,
} from './condition.ts';
import { type Language, languageNames, languages } from './languages.ts';
import {
  centsFromDollars,
  dollarsFromCents,
  formatDollars,
  formatPrice,
  typedPrice,
} from './money.ts';
import { formatPhone } from './phone.ts';

/**
 * The kinds of fields: how a value of each is stored, typed, read by people and searched for. Its checks
 * are in field-checks.ts, its controls in web/parts/repair-form/field-controls.tsx and, for dialogs,
 * web/parts/form/fields-dialog.tsx, its details in web/parts/repair/field-details.tsx; nothing else asks for a
 * field's kind. No zod in here: the first screen reads the lists, and doesn't need the checks.
 */

/** A value as the interface and the forms have it, and as its column does. */
interface KindTypes {
  /** Typed in one line. */
  line: { value: string; column: string };
  /** Typed in several. */
  text: { value: string; column: string };
  /** A phone number of any country, as it was typed. For calling only. */
  phone: { value: string; column: string };
  /** Dollars with at most two decimals; whole cents in the column. */
  price: { value: number; column: number };
  /** A date on the calendar, as 2026-03-05. */
  date: { value: string; column: string };
  /** Yes or no; 0 or 1 in the column. */
  flag: { value: boolean; column: number };
  /** The language a customer is texted in. */
  language: { value: Language; column: string };
  /** What is said about a watch's areas, and what came with it; JSON in the column. */
  condition: { value: Condition; column: string };
}

export type FieldKind = keyof KindTypes;
export type KindValue<Kind extends FieldKind> = KindTypes[Kind]['value'];
export type KindColumn<Kind extends FieldKind> = KindTypes[Kind]['column'];

/** A value as people read it; for a kind that holds several things, one of them. */
export interface FieldPart {
  label: string;
  text: string;
  /** Whether the text is what was typed, and not what is shown if nothing was. */
  isTyped: boolean;
}

interface KindRules<Value, Column> {
  toColumn(value: Value): Column;
  fromColumn(stored: Column): Value;
  /** What is read on screens and compared by the history. */
  parts(label: string, value: Value | null): FieldPart[];
  /** On the specified ticket. */
  print(value: Value): string;
  /** As it is in a form's control and in a cell of CSV. */
  write(value: Value): string;
  /** In a cell of CSV, if that differs: dollars, so that programs can calculate with them. */
  cell?(value: Value): number;
  /** What is in a form's control → what the contract's schema checks. */
  read(typed: string): unknown;
  /** What a search finds it by. */
  searched(value: Value): string[];
}

const part = (label: string, text: string | null): FieldPart[] => [
  { label, text: text ?? 'nothing', isTyped: text !== null },
];

const yesOrNo = (flag: boolean) => (flag ? 'yes' : 'no');

const typedText: KindRules<string, string> = {
  toColumn: (text) => text,
  fromColumn: (stored) => stored,
  parts: (label, text) => part(label, text?.trim() ? text : null),
  print: (text) => text,
  write: (text) => text,
  read: (typed) => typed,
  searched: (text) => [text],
};

export const fieldKinds: { [Kind in FieldKind]: KindRules<KindValue<Kind>, KindColumn<Kind>> } = {
  line: typedText,
  text: typedText,
  phone: { ...typedText, parts: (label, phone) => part(label, phone && formatPhone(phone)) },
  price: {
    // What the checks have let through is a whole number of cents.
    toColumn: (dollars) => centsFromDollars(dollars) as number,
    fromColumn: dollarsFromCents,
    parts: (label, dollars) => part(label, dollars === null ? null : formatPrice(dollars)),
    print: formatPrice,
    write: (dollars) => formatDollars(Math.round(dollars * 100)),
    cell: (dollars) => dollars,
    read: typedPrice,
    searched: () => [],
  },
  date: {
    ...typedText,
    parts: (label, date) => part(label, date === null ? null : dateText(date)),
    print: (date) => dateText(date),
    searched: () => [],
  },
  flag: {
    toColumn: (flag) => (flag ? 1 : 0),
    fromColumn: (stored) => stored === 1,
    parts: (label, flag) => [{ label, text: yesOrNo(flag === true), isTyped: flag !== null }],
    print: yesOrNo,
    write: yesOrNo,
    read: (typed) => (typed === '' ? null : typed === yesOrNo(true)),
    searched: () => [],
  },
  language: {
    toColumn: (language) => language,
    fromColumn: (stored) => languages.find((one) => one === stored) ?? 'en',
    parts: (label, language) => part(label, language && languageNames[language]),
    print: (language) => languageNames[language],
    write: (language) => languageNames[language],
    read: (typed) =>
      typed === '' ? null : (languages.find((one) => languageNames[one] === typed) ?? typed),
    searched: () => [],
  },
  condition: {
    toColumn: storeCondition,
    fromColumn: loadCondition,
    parts: (_label, condition) => {
      const said = condition && partTexts(condition);
      return conditionParts.map((name) => ({
        label: conditionLabels[name],
        text: said?.[name] || unsaid(name),
        isTyped: Boolean(said?.[name]),
      }));
    },
    print: (condition) => writePartTexts(partTexts(condition)),
    write: (condition) => writePartTexts(partTexts(condition)),
    read: readCondition,
    searched: typedInCondition,
  },
};

/** The rules of a kind, for code that handles fields of every kind. */
export const rulesOf = (kind: FieldKind): KindRules<unknown, unknown> => fieldKinds[kind];
