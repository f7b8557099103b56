import { clientFields } from './client-fields.ts';
import { csvRow } from './csv.ts';
import { estimateFields } from './estimate-fields.ts';
import type { FieldList } from './field-list.ts';
import { formatDollars } from './money.ts';
import { repairFields } from './repair-fields.ts';

/** What an export holds: its tables, their columns and how these are called. */

export const exportTableNames = ['clients', 'repairs', 'estimates', 'texts', 'events'] as const;
export type ExportTableName = (typeof exportTableNames)[number];

export type ExportValue = string | number | boolean | null | Record<string, unknown>;
export type ExportRecord = Readonly<Record<string, ExportValue>>;

interface ExportColumn {
  /** In JSON. */
  key: string;
  /** In CSV; where an import takes the column, the label of its field. */
  title: string;
  isMoney?: true;
}

function columnsOf(list: FieldList): ExportColumn[] {
  return Object.entries(list).map(([key, { label, kind }]) => ({
    key,
    title: label,
    ...(kind === 'price' && { isMoney: true }),
  }));
}

export const exportColumns = {
  clients: [
    { key: 'clientId', title: 'Client ID' },
    ...columnsOf(clientFields),
    { key: 'createdAt', title: 'Created at' },
    { key: 'updatedAt', title: 'Updated at' },
    { key: 'deletedAt', title: 'Deleted at' },
  ],
  repairs: [
    { key: 'ticketNumber', title: 'Ticket number' },
    { key: 'repairId', title: 'Repair ID' },
    { key: 'status', title: 'Status' },
    { key: 'isSameDay', title: 'Same day' },
    { key: 'clientId', title: 'Client ID' },
    ...Object.values(clientFields).map(({ onTicket: { name, label } }) => ({
      key: name,
      title: label,
    })),
    ...columnsOf(repairFields),
    { key: 'technician', title: 'Technician' },
    { key: 'technicianId', title: 'Technician ID' },
    { key: 'completedAt', title: 'Completed at' },
    { key: 'completionNotes', title: 'Completion notes' },
    { key: 'initialPhoto', title: 'Initial photo' },
    { key: 'completionPhoto', title: 'Completion photo' },
    { key: 'isTexted', title: 'Texted' },
    { key: 'createdAt', title: 'Created at' },
    { key: 'updatedAt', title: 'Updated at' },
  ],
  estimates: [
    { key: 'estimateId', title: 'Estimate ID' },
    { key: 'ticketNumber', title: 'Ticket number' },
    { key: 'customerName', title: 'Customer name' },
    { key: 'customerPhone', title: 'Customer phone' },
    ...columnsOf(estimateFields),
    { key: 'status', title: 'Status' },
    { key: 'responseStatus', title: 'Response status' },
    { key: 'sentAt', title: 'Sent at' },
    { key: 'acceptedAt', title: 'Accepted at' },
    { key: 'declinedAt', title: 'Declined at' },
    { key: 'customerReply', title: 'Customer reply' },
    { key: 'respondedAt', title: 'Responded at' },
    { key: 'remindedAt', title: 'Reminded at' },
    { key: 'expiredAt', title: 'Expired at' },
    { key: 'replacedAt', title: 'Replaced at' },
    { key: 'createdAt', title: 'Created at' },
  ],
  texts: [
    { key: 'textId', title: 'Text ID' },
    { key: 'direction', title: 'Direction' },
    { key: 'kind', title: 'Kind' },
    { key: 'ticketNumber', title: 'Ticket number' },
    { key: 'phone', title: 'Phone' },
    { key: 'body', title: 'Text' },
    { key: 'state', title: 'State' },
    { key: 'providerId', title: 'Provider ID' },
    { key: 'errorCode', title: 'Error code' },
    { key: 'meaning', title: 'Read as' },
    { key: 'attention', title: 'Needs attention' },
    { key: 'attentionHandledAt', title: 'Attention handled at' },
    { key: 'resendOf', title: 'Sent in place of' },
    { key: 'createdAt', title: 'Created at' },
    { key: 'updatedAt', title: 'Updated at' },
  ],
  events: [
    { key: 'eventId', title: 'Event ID' },
    { key: 'at', title: 'At' },
    { key: 'kind', title: 'Kind' },
    { key: 'actor', title: 'Who' },
    { key: 'ticketNumber', title: 'Ticket number' },
    { key: 'repairId', title: 'Repair ID' },
    { key: 'clientId', title: 'Client ID' },
    { key: 'session', title: 'Session' },
    { key: 'data', title: 'Details' },
  ],
} satisfies Record<ExportTableName, readonly ExportColumn[]>;

function cellOf(value: ExportValue | undefined, isMoney: boolean): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    return isMoney ? formatDollars(Math.round(value * 100)) : String(value);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The first row of a table's file. */
export function csvHeader(table: ExportTableName): string {
  return csvRow(exportColumns[table].map(({ title }) => title));
}

/** Money in dollars with two decimals, flags as yes and no, times as they are stored: ISO 8601 in UTC. */
export function csvRecord(table: ExportTableName, record: ExportRecord): string {
  const columns: readonly ExportColumn[] = exportColumns[table];
  return csvRow(columns.map(({ key, isMoney }) => cellOf(record[key], isMoney === true)));
}
