import { type ComeBackEvents, comeBackTable, comeBackWords } from './come-backs.ts';
import type { FieldList } from './field-list.ts';
import type { WordsOf } from './history-words.ts';
import { type MeasurementEvents, measurementTable, measurementWords } from './measurements.ts';
import { type NoteEvents, noteTable, noteWords } from './notes.ts';
import { type PartEvents, partTable, partWords } from './parts.ts';
import { type PaymentEvents, paymentTable, paymentWords } from './payment-table.ts';
import { type SendingEvents, sendingTable, sendingWords } from './sendings.ts';
import { type SignatureEvents, signatureTable, signatureWords } from './signatures.ts';
import { type TicketPhotoEvents, ticketPhotoTable, ticketPhotoWords } from './ticket-photos.ts';
import { type WarrantyEvents, warrantyTable, warrantyWords } from './warranties.ts';

/**
 * The tables whose rows belong to one ticket, each named once: the export, the history and the
 * description of the interface read these lists. Their calls are in api-ticket-tables.ts, what the
 * server does with them in server/repairs/ticket-tables.ts. Shop decision (docs/decisions/data.md).
 */
export interface TicketTable {
  /** What it holds, for readers of the API description. */
  about: string;
  /** The keys of its columns in an export, in their order. */
  exported: readonly string[];
  /** Those that are money, or whose label is not made from the key. */
  fields: FieldList;
}

export const ticketTables = {
  payments: paymentTable,
  parts: partTable,
  notes: noteTable,
  measurements: measurementTable,
  sendings: sendingTable,
  photos: ticketPhotoTable,
  signatures: signatureTable,
  warranties: warrantyTable,
  comebacks: comeBackTable,
} as const satisfies Readonly<Record<string, TicketTable>>;

export type TicketTableName = keyof typeof ticketTables;

export const ticketTableNames = Object.keys(ticketTables) as TicketTableName[];

/** @returns what the function makes of each table, by the table's name */
export const mapTicketTables = <Result>(make: (table: TicketTable) => Result) =>
  Object.fromEntries(ticketTableNames.map((name) => [name, make(ticketTables[name])])) as Record<
    TicketTableName,
    Result
  >;

/** What is recorded of them, by kind of event. */
export interface TicketTableEvents
  extends PaymentEvents,
    PartEvents,
    NoteEvents,
    MeasurementEvents,
    SendingEvents,
    TicketPhotoEvents,
    SignatureEvents,
    WarrantyEvents,
    ComeBackEvents {}

export const ticketTableWords: WordsOf<TicketTableEvents> = {
  ...paymentWords,
  ...partWords,
  ...noteWords,
  ...measurementWords,
  ...sendingWords,
  ...ticketPhotoWords,
  ...signatureWords,
  ...warrantyWords,
  ...comeBackWords,
};
