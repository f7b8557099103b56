import type { FieldChanges } from './edits.ts';
import { fieldLines } from './field-lines.ts';
import { type FieldColumns, type FieldValues, fieldNames } from './field-list.ts';
import { plain, type StoredData, type WordsOf, withText } from './history-words.ts';

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
  about: 'Parts that repairs need',
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

const lines = (data: StoredData<FieldChanges>) => fieldLines(partFields, 'description', data);

export const partWords: WordsOf<PartEvents> = {
  'part-added': (data) => plain(withText('Part added:', data.description), ...lines(data)),
  'part-changed': (data) => plain(withText('Part changed:', data.description), ...lines(data)),
  'part-removed': ({ description }) => plain(withText('Part removed:', description)),
};
