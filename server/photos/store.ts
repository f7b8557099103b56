import type { TicketPhoto } from '../../domain/api-ticket-photos.ts';
import { fromColumns } from '../../domain/field-list.ts';
import { type TicketPhotoValues, ticketPhotoFields } from '../../domain/ticket-photos.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, PhotosTable } from '../database/tables.ts';

/** The rows of photos that were added to tickets. The files are in the photo store. */

const toPhoto = (row: PhotosTable): TicketPhoto => ({
  id: row.id,
  ticketNumber: row.ticket_number,
  kind: row.kind,
  ...fromColumns(ticketPhotoFields, row),
  url: `/api/photos/${row.id}`,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** As exported, with the name of its file in a backup. */
export function toPhotoRecord(row: PhotosTable) {
  const { url: _, ...photo } = toPhoto(row);
  return { ...photo, name: row.picture };
}

/** All photos that were added to a ticket, in the order in which they were taken. */
export async function photosOfTicket(db: Handle, ticketNumber: string): Promise<TicketPhoto[]> {
  const { rows } = await selectOfTicket(db, { ticketNumber });
  return rows.map(toPhoto);
}

const selectOfTicket = prepared<{ ticketNumber: string }, PhotosTable>((db, { ticketNumber }) =>
  db
    .selectFrom('photos')
    .selectAll()
    .where('ticket_number', '=', ticketNumber)
    .orderBy('created_at')
    .orderBy('id'),
);

/** The same for several tickets. */
export async function photosOfTickets(
  db: Handle,
  ticketNumbers: readonly string[],
): Promise<TicketPhoto[]> {
  if (ticketNumbers.length === 0) return [];
  const rows = await db
    .selectFrom('photos')
    .selectAll()
    .where('ticket_number', 'in', ticketNumbers)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toPhoto);
}

export async function countPhotos(db: Handle, ticketNumber: string): Promise<number> {
  const { photos } = await db
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll<number>().as('photos'))
    .where('ticket_number', '=', ticketNumber)
    .executeTakeFirstOrThrow();
  return Number(photos);
}

/** A photo with the name of its file, whether or not its ticket is deleted. */
export async function findPhoto(
  db: Handle,
  id: string,
): Promise<{ photo: TicketPhoto; name: string } | undefined> {
  const row = await db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { photo: toPhoto(row), name: row.picture };
}

/** @returns the name of an added photo's file; null if there is none, or its ticket is deleted */
export async function addedPhotoName(db: Handle, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('photos as photo')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'photo.ticket_number')
    .select('photo.picture')
    .where('photo.id', '=', id)
    .where('ticket.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.picture ?? null;
}

export const insertPhoto = (tx: Handle, row: PhotosTable) =>
  tx.insertInto('photos').values(row).execute();

export const updatePhoto = (tx: Handle, id: string, values: TicketPhotoValues, at: string) =>
  tx
    .updateTable('photos')
    .set({ ...values, updated_at: at })
    .where('id', '=', id)
    .execute();

export const deletePhoto = (tx: Handle, id: string) =>
  tx.deleteFrom('photos').where('id', '=', id).execute();
