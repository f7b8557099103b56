import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { Note } from '../../domain/api-notes.ts';
import { toColumns } from '../../domain/field-list.ts';
import { noteFields, noteTime } from '../../domain/notes.ts';
import { Problem } from '../../domain/problems.ts';
import { isoTime } from '../base/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import { actingNow } from '../history/acting.ts';
import { recordTicketTableEvent } from '../history/ticket-table-event.ts';
import type { Deps } from '../ports/deps.ts';
import { getRepair, lockTicket, refreshSearchText } from '../repairs/store.ts';
import { isSigned } from '../signatures/store.ts';
import { findNote, insertNote } from './store.ts';

/** What staff note on a ticket. */

/**
 * Adds a note to a ticket in any status. Repeating the same `noteId` with the same words returns the existing note.
 *
 * @throws Problem repair-not-found, note-id-taken, not-signed
 */
export function addNote(
  { database, clock }: Deps,
  reference: string,
  { noteId, kind, text, writtenAt }: Checked<'addNote', 'body'>,
): Promise<{ note: Note; repair: Repair; isRepeat: boolean }> {
  return database.transact(async (tx) => {
    const dialect = dialectOf(tx);
    await dialect.lock(tx, `note ${noteId}`);
    // The ticket's search line contains the client's name and phone.
    await dialect.lockClients(tx, [(await getRepair(tx, reference)).clientId]);
    const before = await lockTicket(tx, reference);
    const { ticketNumber, createdAt } = before;
    const existing = await findNote(tx, noteId);
    if (existing) {
      const isSame =
        existing.ticketNumber === ticketNumber && existing.kind === kind && existing.text === text;
      if (isSame) return { note: existing, repair: before, isRepeat: true };
      throw new Problem('note-id-taken', { extra: { repair: before } });
    }
    if (kind === 'amendment' && !(await isSigned(tx, ticketNumber))) {
      throw new Problem('not-signed', { extra: { repair: before } });
    }
    const at = isoTime(clock());
    const written = writtenAt ? isoTime(Date.parse(writtenAt)) : null;
    const note: Note = {
      id: noteId,
      ticketNumber,
      kind,
      text,
      at: noteTime(written, createdAt, at),
      ...actingNow(),
    };
    await insertNote(tx, {
      id: noteId,
      ticket_number: ticketNumber,
      kind,
      ...toColumns(noteFields, note),
      at: note.at,
      ...actingNow(),
    });
    await refreshSearchText(tx, { ticket_number: ticketNumber });
    const repair = await recordTicketTableEvent(tx, before, at, {
      kind: 'note-added',
      data: { noteId, before: null, after: { kind, text } },
    });
    return { note, repair, isRepeat: false };
  });
}
