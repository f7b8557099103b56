import { clientFields } from './client-fields.ts';
import type { CounterField } from './field-list.ts';
import { repairFields } from './repair-fields.ts';
import { searchable } from './search-text.ts';

/**
 * Which columns of another program's file are which of our fields. The labels are those of our own
 * export, so that its files are read without a hand. Shop decision (docs/import-export.md).
 */

export const importKinds = ['clients', 'repairs'] as const;
export type ImportKind = (typeof importKinds)[number];

export interface ImportField {
  key: string;
  /** How the field and our own column are called. */
  label: string;
  /** Nothing can be taken in without it. */
  isRequired?: true;
  /** How other programs head it, in small letters without signs. */
  aliases: readonly string[];
}

function importable(list: Readonly<Record<string, CounterField>>): ImportField[] {
  return Object.entries(list).map(([key, { label, isRequired, aliases }]) => ({
    key,
    label,
    ...(isRequired && { isRequired }),
    aliases,
  }));
}

const clientColumns = [
  // A directory may have a client without a phone.
  ...importable(clientFields).map(({ isRequired, ...field }) =>
    field.key === 'phone' || !isRequired ? field : { ...field, isRequired },
  ),
  { key: 'clientId', label: 'Client ID', aliases: [] },
  {
    key: 'createdAt',
    label: 'Created at',
    aliases: ['created', 'date created', 'created on', 'customer since', 'client since', 'date'],
  },
  { key: 'updatedAt', label: 'Updated at', aliases: ['updated', 'last updated', 'modified'] },
  { key: 'deletedAt', label: 'Deleted at', aliases: ['deleted'] },
] satisfies readonly ImportField[];

const repairColumns = [
  {
    key: 'ticketNumber',
    label: 'Ticket number',
    aliases: [
      'ticket',
      'ticket no',
      'ticket id',
      'repair number',
      'repair no',
      'job',
      'job number',
      'job no',
      'job id',
      'work order',
      'work order number',
      'order number',
      'order no',
      'invoice number',
      'number',
    ],
  },
  { key: 'repairId', label: 'Repair ID', aliases: ['external id', 'external reference', 'id'] },
  {
    key: 'status',
    label: 'Status',
    aliases: ['state', 'repair status', 'job status', 'ticket status', 'stage'],
  },
  {
    key: 'isSameDay',
    label: 'Same day',
    aliases: ['same day repair', 'rush', 'express', 'urgent'],
  },
  { key: 'clientId', label: 'Client ID', aliases: [] },
  ...Object.values(clientFields).map(({ onTicket: { name, ...field } }) => ({
    key: name,
    ...field,
  })),
  ...importable(repairFields),
  {
    key: 'technician',
    label: 'Technician',
    aliases: ['watchmaker', 'assigned to', 'assigned watchmaker', 'assignee', 'repairer', 'tech'],
  },
  { key: 'technicianId', label: 'Technician ID', aliases: [] },
  {
    key: 'completedAt',
    label: 'Completed at',
    aliases: [
      'completed',
      'completed on',
      'completion date',
      'date completed',
      'finished',
      'date finished',
      'closed',
      'closed at',
      'date out',
      'resolved at',
    ],
  },
  {
    key: 'completionNotes',
    label: 'Completion notes',
    aliases: ['notes', 'work done', 'work performed', 'resolution', 'technician notes', 'comments'],
  },
  { key: 'isTexted', label: 'Texted', aliases: [] },
  {
    key: 'createdAt',
    label: 'Created at',
    aliases: [
      'created',
      'created on',
      'date created',
      'date',
      'date in',
      'date received',
      'received',
      'intake date',
      'opened',
      'opened at',
      'check in date',
    ],
  },
  { key: 'updatedAt', label: 'Updated at', aliases: ['updated', 'last updated', 'modified'] },
] satisfies readonly ImportField[];

export const importFields: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  clients: clientColumns,
  repairs: repairColumns,
};

/** Where each field stands: its key → the column, counted from 0. */
export type ColumnMatch = Readonly<Record<string, number>>;

/** A header as it is compared: small letters, no accents, no signs, "customerName" as two words. */
function plainHeader(header: string): string {
  return searchable(header.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Which column is probably which field: first those headed with our own words, then those of other
 * programs. No name stands for two fields, so no column does.
 */
export function guessColumns(kind: ImportKind, headers: readonly string[]): ColumnMatch {
  const plain = headers.map(plainHeader);
  const match: Record<string, number> = {};
  const take = (key: string, names: readonly string[]) => {
    if (key in match) return;
    for (const name of names) {
      const column = plain.indexOf(name);
      if (column === -1) continue;
      match[key] = column;
      return;
    }
  };
  const fields = importFields[kind];
  for (const { key, label } of fields) take(key, [plainHeader(label), plainHeader(key)]);
  for (const { key, aliases } of fields) take(key, aliases);
  return match;
}

/** @returns the labels of the fields without which nothing can be taken in and that have no column */
export function missingFields(kind: ImportKind, match: ColumnMatch): string[] {
  return importFields[kind]
    .filter(({ key, isRequired }) => isRequired && !(key in match))
    .map(({ label }) => label);
}

const columnsPattern = /^[a-zA-Z]+:\d{1,3}(,[a-zA-Z]+:\d{1,3})*$/;

/** As it travels in an address: `name:0,email:2`. */
export function writeColumns(match: ColumnMatch): string {
  return Object.entries(match)
    .map(([key, column]) => `${key}:${column}`)
    .join(',');
}

/** @returns null where it was not written by {@link writeColumns} for that kind */
export function readColumns(kind: ImportKind, text: string): ColumnMatch | null {
  if (!columnsPattern.test(text)) return null;
  const entries = text.split(',').map((part): [string, number] => {
    const [key = '', column = ''] = part.split(':');
    return [key, Number(column)];
  });
  const isKnown = entries.every(([key]) => importFields[kind].some((field) => field.key === key));
  return isKnown ? Object.fromEntries(entries) : null;
}
