import type { Answer } from '../../domain/api.ts';
import { type TicketTableName, ticketTableNames } from '../../domain/ticket-tables.ts';
import type { ExportRecord } from '../../domain/transfer-columns.ts';
import type { Handle } from '../database/tables.ts';
import { measurementRecord, measurementsOfTicket } from '../measurements/store.ts';
import { notesOfTicket, toNote } from '../notes/store.ts';
import { partsOfTicket, toPart } from '../parts/store.ts';
import { paymentRecord, paymentsOfTicket } from '../payments/store.ts';
import { photosOfTicket, toPhotoRecord } from '../photos/store.ts';
import { sendingsOfTicket, toSending } from '../sendings/store.ts';
import { signaturesOfTicket, toSignature } from '../signatures/store.ts';
import {
  comeBacksOfTicket,
  toComeBack,
  warrantiesOfTicket,
  warrantyRecord,
} from '../warranties/store.ts';

/** What every row of a ticket has. */
export interface TicketRow {
  id: string;
  ticket_number: string;
}

type RowsOfTicket = Pick<Answer<'getRepair'>, TicketTableName>;

interface TicketTable<Name extends TicketTableName> {
  /** All rows of a ticket, in the order in which its answer holds them. */
  ofTicket(db: Handle, ticketNumber: string): Promise<RowsOfTicket[Name]>;
  /** @param row of this table, whole */
  toRecord(row: TicketRow): ExportRecord & { id: string };
}

/** What the server reads of the tables of a ticket (domain/ticket-tables.ts), each named once. */
export const ticketTables: { readonly [Name in TicketTableName]: TicketTable<Name> } = {
  payments: { ofTicket: paymentsOfTicket, toRecord: paymentRecord },
  parts: { ofTicket: partsOfTicket, toRecord: toPart },
  notes: { ofTicket: notesOfTicket, toRecord: toNote },
  measurements: { ofTicket: measurementsOfTicket, toRecord: measurementRecord },
  sendings: { ofTicket: sendingsOfTicket, toRecord: toSending },
  photos: { ofTicket: photosOfTicket, toRecord: toPhotoRecord },
  signatures: { ofTicket: signaturesOfTicket, toRecord: toSignature },
  warranties: { ofTicket: warrantiesOfTicket, toRecord: warrantyRecord },
  comebacks: { ofTicket: comeBacksOfTicket, toRecord: toComeBack },
};

/** What a ticket's answer holds of each. */
export async function rowsOfTicket(db: Handle, ticketNumber: string): Promise<RowsOfTicket> {
  const rows = ticketTableNames.map(
    async (name) => [name, await ticketTables[name].ofTicket(db, ticketNumber)] as const,
  );
  return Object.fromEntries(await Promise.all(rows)) as RowsOfTicket;
}
