import { type Field, type FieldColumns, type FieldValues, fieldNames } from './field-list.ts';

/**
 * What is typed for an estimate, each field once: the checks, the answers, the export and the history
 * read this list. A ticket shows the same fields under names of its own.
 */

type EstimateField = Field & {
  onTicket: {
    /** What a ticket and its history call the field. */
    name: string;
    label: string;
  };
};

export const estimateFields = {
  estimatePrice: {
    column: 'estimate_price_cents',
    label: 'Estimate price',
    kind: 'price',
    isRequired: true,
    onTicket: { name: 'estimatePrice', label: 'Estimate' },
  },
  work: {
    column: 'work',
    label: 'Work',
    kind: 'line',
    limit: 'estimateWork',
    isRequired: false,
    description:
      'What will be done, in one line: the customer reads it in the text, after the watch name',
    onTicket: { name: 'estimateWork', label: 'Work' },
  },
  notes: {
    column: 'notes',
    label: 'Notes',
    kind: 'text',
    limit: 'estimateNotes',
    isRequired: false,
    onTicket: { name: 'estimateNotes', label: 'Staff notes' },
  },
} as const satisfies Readonly<Record<string, EstimateField>>;

type EstimateFields = typeof estimateFields;
export type EstimateColumns = FieldColumns<EstimateFields>;
export type EstimateValues = FieldValues<EstimateFields>;

/** What a ticket and its history show of its current estimate. */
export type EstimateOnTicket = {
  [Name in keyof EstimateFields as EstimateFields[Name]['onTicket']['name']]:
    | EstimateValues[Name]
    | null;
};

/** An estimate's fields under the names that a ticket has for them; without one all are null. */
export function estimateOnTicket(estimate: EstimateValues | null): EstimateOnTicket {
  return Object.fromEntries(
    fieldNames(estimateFields).map((name) => [
      estimateFields[name].onTicket.name,
      estimate === null ? null : estimate[name],
    ]),
  ) as EstimateOnTicket;
}
