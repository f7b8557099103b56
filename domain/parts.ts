import type { FieldChanges } from './edits.ts';
import { type FieldColumns, type FieldValues, fieldNames, fieldParts } from './field-list.ts';
import { plain, type StoredData, type WordsOf, withText } from './history-words.ts';
import { isolated } from './isolated.ts';

/**
 * The parts that a repair needs: not yet ordered, ordered, expected, received or sent back. A ticket waits for
 * them without a status of its own, and no one is texted. Shop decision (docs/decisions/states.md).
 */
export const partFields = {
  description: {
    column: 'description',
    label: 'Part',
    kind: 'line',
    limit: 'partDescription',
    isRequired: true,
  },
  supplier: {
    column: 'supplier',
    label: 'Supplier',
    kind: 'line',
    limit: 'supplier',
    isRequired: false,
  },
  number: {
    column: 'number',
    label: 'Part number',
    kind: 'line',
    limit: 'partNumber',
    isRequired: false,
  },
  cost: { column: 'cost_cents', label: 'Cost', kind: 'price', isRequired: false },
  orderedOn: { column: 'ordered_on', label: 'Date ordered', kind: 'date', isRequired: false },
  expectedOn: { column: 'expected_on', label: 'Date expected', kind: 'date', isRequired: false },
  receivedOn: { column: 'received_on', label: 'Date received', kind: 'date', isRequired: false },
  returnedOn: { column: 'returned_on', label: 'Date returned', kind: 'date', isRequired: false },
} as const;

export type PartValues = FieldValues<typeof partFields>;
export type PartColumns = FieldColumns<typeof partFields>;

/** What parts are in an export. */
export const partTable = {
  about: 'Parts that repairs are waiting for',
  exported: ['partId', 'ticketNumber', ...fieldNames(partFields), 'createdAt', 'updatedAt'],
  fields: partFields,
} as const;

interface OfPart {
  partId: string;
  /** Its name after the event. */
  description: string;
}

export interface PartEvents {
  'part-added': OfPart & { before: null; after: PartValues };
  'part-changed': OfPart & FieldChanges;
  'part-removed': OfPart & { before: PartValues; after: null };
}

type Values = Readonly<Record<string, unknown>>;

const valuesOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {};

const shown = (name: keyof PartValues, values: Values): string =>
  fieldParts(partFields[name], values[name])
    .map(({ text, isTyped }) => (isTyped ? isolated(text) : text))
    .join(', ');

/** @returns a line for each field that differs, but the one that the event's title has */
function lines({ before, after }: StoredData<FieldChanges>): (string | null)[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return fieldNames(partFields).map((name) => {
    const { label } = partFields[name];
    const [was, is] = [shown(name, old), shown(name, now)];
    if (was === is) return null;
    if (before !== null) return `${label}: ${was} → ${is}`;
    return name === 'description' ? null : `${label}: ${is}`;
  });
}

export const partWords: WordsOf<PartEvents> = {
  'part-added': (data) => plain(withText('Part added:', data.description), ...lines(data)),
  'part-changed': (data) => plain(withText('Part changed:', data.description), ...lines(data)),
  'part-removed': ({ description }) => plain(withText('Part removed:', description)),
};
