import { clientFields } from './client-fields.ts';
import { type Cell, csvRow } from './csv.ts';
import { estimateFields } from './estimate-fields.ts';
import { type FieldKind, rulesOf } from './field-kinds.ts';
import { type CounterField, type FieldList, typedText } from './field-list.ts';
import { type EstimateLine, linesText } from './price-lines.ts';
import { repairFields } from './repair-fields.ts';
import { searchable } from './search-text.ts';
import { mapTicketTables, type TicketTable, ticketTableNames } from './ticket-tables.ts';
import { watchFactNames } from './watch-life.ts';

/**
 * The tables of an export with their columns, and which columns of another program's file are which
 * of ours. A column is called the same in both, so that our own export is matched automatically. Shop
 * decision (docs/import-export.md).
 */

export const exportTableNames = [
  'clients',
  'repairs',
  'estimates',
  ...ticketTableNames,
  'watches',
  'closedDays',
  'texts',
  'events',
] as const;
export type ExportTableName = (typeof exportTableNames)[number];

type ExportValue =
  | string
  | number
  | boolean
  | null
  | Record<string, unknown>
  | readonly EstimateLine[];
export type ExportRecord = Readonly<Record<string, ExportValue>>;

export const importKinds = ['clients', 'repairs'] as const;
export type ImportKind = (typeof importKinds)[number];

interface Column {
  /** In JSON. */
  key: string;
  /** In CSV, and in the messages of an import. */
  label: string;
  /** For a field: how its cells are written. */
  kind?: FieldKind;
  /** For a column that isn't a field and holds several things. */
  write?: (value: never) => string;
}

export interface ImportField extends Column {
  /** Nothing can be taken in without it. */
  isRequired?: boolean;
  /** The headings that other programs give it, in lower case without punctuation, separated by commas. */
  aliases: string;
}

/** @returns "Ticket number" for ticketNumber, "Client ID" for clientId */
function labelOf(key: string): string {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/ id$/, ' ID');
}

const column = (key: string, label = labelOf(key)): Column => ({ key, label });

/** A column that an import reads, too. */
const field = (key: string, aliases = '', label?: string): ImportField => ({
  ...column(key, label),
  aliases,
});

function plainColumns(list: FieldList): Column[] {
  return Object.entries(list).map(([key, { label, kind }]) => ({
    ...column(key, label),
    kind,
  }));
}

function importable(list: Readonly<Record<string, CounterField>>): ImportField[] {
  return plainColumns(list).map((column) => {
    const { isRequired = false, aliases = '' } = list[column.key] ?? {};
    return { ...column, isRequired, aliases };
  });
}

const clientId = field('clientId');
const updatedAt = field('updatedAt', 'updated, last updated, modified');

// A directory may have a client without a phone.
const clientDetails = importable(clientFields).map((field) =>
  field.key === 'phone' ? { ...field, isRequired: false } : field,
);
const clientTimes = [
  field('createdAt', 'created, date created, created on, customer since, client since, date'),
  updatedAt,
  field('deletedAt', 'deleted'),
];

/** The settled tax in a price: the rate as people write it, in percent. */
const taxColumns: Column[] = [column('taxPercent'), { ...column('tax'), kind: 'price' }];

/** Without aliases if no other program's file has it. */
const repairColumns: (Column | ImportField)[] = [
  field(
    'ticketNumber',
    'ticket, ticket no, ticket id, repair number, repair no, job, job number, job no, job id, work order, work order number, order number, order no, invoice number, number',
  ),
  field('repairId', 'external id, external reference, id'),
  field('status', 'state, repair status, job status, ticket status, stage'),
  field('isSameDay', 'same day repair, rush, express, urgent', 'Same day'),
  field('visitId'),
  column('watchId'),
  clientId,
  ...Object.values(clientFields).map(({ kind, onTicket: { name, ...field } }) => ({
    key: name,
    kind,
    ...field,
  })),
  ...importable(repairFields),
  ...taxColumns,
  field('firstExpectedOn', '', 'First date promised'),
  field('technician', 'watchmaker, assigned to, assigned watchmaker, assignee, repairer, tech'),
  field('technicianId'),
  field('place', 'storage location, bin, shelf, drawer, tray'),
  field(
    'completedAt',
    'completed, completed on, completion date, date completed, finished, date finished, closed, closed at, date out, resolved at',
  ),
  field(
    'completionNotes',
    'notes, work done, work performed, resolution, technician notes, comments',
  ),
  column('finalCheck'),
  field('isUnrepaired', 'unrepaired, not repaired', 'Returned unrepaired'),
  field(
    'isCollected',
    'picked up, picked up by customer, delivered, handed out, returned to customer',
    'Collected',
  ),
  field(
    'collectedAt',
    'collected on, date collected, picked up at, picked up on, pickup date, pick up date, date picked up, date delivered, delivered on',
  ),
  field('collectedBy', 'picked up by'),
  field('collectedNote', 'pickup notes, pick up note, pick up notes', 'Pickup note'),
  field('claimCheckSeen', 'ticket seen'),
  field('idSeen', 'id shown, identification seen', 'ID seen'),
  field('shippedBy', 'carrier, shipped with, shipping company'),
  field('trackingNumber', 'tracking, tracking no, tracking id'),
  { ...field('insuredValue', 'insured for, insurance value'), kind: 'price' },
  column('initialPhoto'),
  column('completionPhoto'),
  field('isTexted', '', 'Texted'),
  field(
    'createdAt',
    'created, created on, date created, date, date in, date received, received, intake date, opened, opened at, check in date',
  ),
  updatedAt,
];

export const importFields: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  clients: [...clientDetails, clientId, ...clientTimes],
  repairs: repairColumns.filter((column) => 'aliases' in column),
};

/** A day's sums when it was closed. */
const closedSums = [
  ...['float', 'counted', 'cash', 'card', 'check', 'other', 'deposits', 'refunds'],
  ...['tax', 'voided', 'cashIn', 'cashOut', 'total', 'difference'],
];

const columns = (...keys: string[]) => keys.map((key) => column(key));

/** The columns of a ticket's table; typed ones have the labels of its list of fields. */
function ticketTableColumns({ exported, fields }: TicketTable): Column[] {
  const typed = plainColumns(fields);
  return exported.map((key) => typed.find((one) => one.key === key) ?? column(key));
}

const exportColumns: Readonly<Record<ExportTableName, readonly Column[]>> = {
  clients: [clientId, ...clientDetails, ...clientTimes],
  repairs: repairColumns,
  estimates: [
    ...columns('estimateId', 'ticketNumber', 'customerName', 'customerPhone'),
    ...plainColumns(estimateFields),
    { ...column('lines'), write: linesText },
    ...taxColumns,
    ...columns('status', 'responseStatus', 'told', 'sentAt', 'acceptedAt', 'declinedAt'),
    ...columns(
      'customerReply',
      'respondedAt',
      'answeredBy',
      'remindedAt',
      'expiredAt',
      'replacedAt',
      'createdAt',
    ),
  ],
  ...mapTicketTables(ticketTableColumns),
  watches: [
    column('watchId'),
    ...plainColumns(repairFields).filter(({ key }) => watchFactNames.some((name) => name === key)),
    ...columns('repairCount', 'firstHereAt', 'lastHereAt', 'createdAt'),
  ],
  closedDays: [
    ...columns('closingId', 'date', 'closedAt', 'count'),
    ...closedSums.map((key) => ({ ...column(key), kind: 'price' as const })),
    ...columns('note', 'session', 'initials'),
  ],
  texts: [
    ...columns('textId', 'direction', 'kind', 'ticketNumber', 'phone'),
    column('body', 'Text'),
    column('photos'),
    ...columns('state', 'providerId', 'errorCode'),
    column('meaning', 'Read as'),
    column('attention', 'Needs attention'),
    column('attentionHandledAt'),
    column('resendOf', 'Sent in place of'),
    ...columns('createdAt', 'updatedAt'),
  ],
  events: [
    ...columns('eventId', 'at', 'kind'),
    column('actor', 'Who'),
    ...columns('ticketNumber', 'repairId', 'clientId', 'session', 'initials'),
    column('data', 'Details'),
  ],
};

function cellOf(value: ExportValue = null, { kind, write }: Column): Cell {
  if (write !== undefined) return write(value as never);
  if (value === null) return '';
  if (kind !== undefined) return rulesOf(kind).cell?.(value) ?? typedText({ kind }, value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return { exact: value };
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The first row of a table's file. */
export function csvHeader(table: ExportTableName): string {
  return csvRow(exportColumns[table].map(({ label }) => label));
}

/** Money in dollars with two decimals, flags as yes and no, times as they are stored: ISO 8601 in UTC. */
export function csvRecord(table: ExportTableName, record: ExportRecord): string {
  return csvRow(exportColumns[table].map((column) => cellOf(record[column.key], column)));
}

/** Where each field is: its key → the column, counted from 0. */
export type ColumnMatch = Readonly<Record<string, number>>;

/** A header as it is compared: lower case, no accents, no punctuation, "customerName" as two words. */
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
    const found = names.find((name) => plain.includes(name));
    if (found !== undefined) match[key] ??= plain.indexOf(found);
  };
  const fields = importFields[kind];
  for (const { key, label } of fields) take(key, [plainHeader(label), plainHeader(key)]);
  for (const { key, aliases } of fields) take(key, aliases.split(', ').filter(Boolean));
  return match;
}

/** @returns the labels of the fields without which nothing can be taken in and that have no column */
export function missingFields(kind: ImportKind, match: ColumnMatch): string[] {
  return importFields[kind]
    .filter(({ key, isRequired }) => isRequired && !(key in match))
    .map(({ label }) => label);
}

const columnsPattern = /^[a-zA-Z]+:\d{1,3}(,[a-zA-Z]+:\d{1,3})*$/;

/** As it is written into an address: `name:0,email:2`. */
export function writeColumns(match: ColumnMatch): string {
  return Object.entries(match)
    .map(([key, column]) => `${key}:${column}`)
    .join(',');
}

/** @returns null if it was not written by {@link writeColumns} for that kind */
export function readColumns(kind: ImportKind, text: string): ColumnMatch | null {
  if (!columnsPattern.test(text)) return null;
  const entries = text.split(',').map((part): [string, number] => {
    const [key = '', column = ''] = part.split(':');
    return [key, Number(column)];
  });
  const isKnown = entries.every(([key]) => importFields[kind].some((field) => field.key === key));
  return isKnown ? Object.fromEntries(entries) : null;
}
