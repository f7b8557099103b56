import type { Note } from '../../domain/api-notes.ts';
import { fromColumns } from '../../domain/field-list.ts';
import { noteFields } from '../../domain/notes.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, NotesTable } from '../database/tables.ts';

export const toNote = (row: NotesTable): Note => ({
  id: row.id,
  ticketNumber: row.ticket_number,
  kind: row.kind,
  ...fromColumns(noteFields, row),
  at: row.at,
  session: row.session,
  initials: row.initials,
});

/** All notes of a ticket, the oldest first. */
export async function notesOfTicket(db: Handle, ticketNumber: string): Promise<Note[]> {
  const { rows } = await selectOfTicket(db, { ticketNumber });
  return rows.map(toNote);
}

const selectOfTicket = prepared<{ ticketNumber: string }, NotesTable>((db, { ticketNumber }) =>
  db
    .selectFrom('notes')
    .selectAll()
    .where('ticket_number', '=', ticketNumber)
    .orderBy('at')
    .orderBy('id'),
);

/** A note, whether or not its ticket is deleted. */
export async function findNote(db: Handle, id: string): Promise<Note | undefined> {
  const row = await db.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toNote(row);
}

export const insertNote = (tx: Handle, note: NotesTable) =>
  tx.insertInto('notes').values(note).execute();
