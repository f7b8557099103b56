import { dateText } from './calendar-date.ts';
import type { FieldChanges } from './edits.ts';
import type { FieldColumns } from './field-list.ts';
import { plain, type StoredData, text, type WordsOf, withText } from './history-words.ts';
import { isolated } from './isolated.ts';
import { daysText } from './warranty-term.ts';

/** A ticket's warranties: what they cover, and for how long (warranty-term.ts). */
export const warrantyFields = {
  what: {
    column: 'what',
    label: 'Under warranty',
    kind: 'line',
    limit: 'warrantyWork',
    isRequired: true,
  },
} as const;

export type WarrantyColumns = FieldColumns<typeof warrantyFields>;

/** Typed by staff. */
export interface WarrantyValues {
  what: string;
  days: number;
}

/** Warranties in an export. */
export const warrantyTable = {
  about: 'What is under warranty, for how many days, from when and until when',
  exported: [
    ...['warrantyId', 'ticketNumber', 'what', 'days', 'daysUsed', 'from', 'until'],
    ...['continues', 'createdAt', 'updatedAt'],
  ],
  fields: warrantyFields,
} as const;

interface OfWarranty {
  warrantyId: string;
  /** After the event. */
  what: string;
}

export interface WarrantyEvents {
  'warranty-added': OfWarranty & { before: null; after: WarrantyValues };
  'warranty-changed': OfWarranty & FieldChanges;
  'warranty-removed': OfWarranty & { before: WarrantyValues; after: null };
}

/** A warranty in a pickup's event: its last date; null if the days wait for the next pickup. */
export interface StoredWarranty {
  what: string;
  until: string | null;
}

type Values = Readonly<Record<string, unknown>>;

const valuesOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null ? (value as Values) : {};

const daysOf = (values: unknown): string | null => {
  const { days } = valuesOf(values);
  return typeof days === 'number' ? daysText(days) : null;
};

function changeLines({ before, after }: StoredData<FieldChanges>): (string | null)[] {
  const was = text(valuesOf(before).what);
  const days = daysOf(before);
  return [was && `Renamed from ${isolated(was)}`, days && `Days: ${days} → ${daysOf(after)}`];
}

export const warrantyWords: WordsOf<WarrantyEvents> = {
  'warranty-added': ({ what, after }) => plain(withText('Warranty added:', what), daysOf(after)),
  'warranty-changed': (data) =>
    plain(withText('Warranty changed:', data.what), ...changeLines(data)),
  'warranty-removed': ({ what }) => plain(withText('Warranty removed:', what)),
};

/** @returns the warranties that began with a pickup or stopped with its undo, one per line */
export function warrantyChangeLines(warranties: unknown): string[] {
  if (!Array.isArray(warranties)) return [];
  return warranties.flatMap((stored: unknown) => {
    const { what, until } = valuesOf(stored);
    const name = text(what);
    if (name === null) return [];
    const end = text(until);
    return end === null
      ? `No longer under warranty: ${isolated(name)}`
      : `Under warranty until ${dateText(end)}: ${isolated(name)}`;
  });
}
