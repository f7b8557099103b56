import type { Field, FieldColumns } from './field-list.ts';

/**
 * What is typed for an estimate, each field once: the checks, the answers, the export and the history
 * read this list. A ticket shows the same fields under names of its own.
 */

type EstimateField = Field & {
  onTicket: {
    /** How a ticket and its history call the field. */
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
  notes: {
    column: 'notes',
    label: 'Notes',
    kind: 'text',
    limit: 'estimateNotes',
    isRequired: false,
    onTicket: { name: 'estimateNotes', label: 'Estimate notes' },
  },
} as const satisfies Readonly<Record<string, EstimateField>>;

export type EstimateColumns = FieldColumns<typeof estimateFields>;
