import type { NoteKind } from '../../../domain/notes.ts';
import { atComputer, CallProblem, call } from '../call.ts';
import { whoAnswers } from '../failure-toast.ts';
import { isServerAway } from '../outage.ts';
import {
  type DeliveryPorts,
  keepDelivering,
  lookForOtherStore,
  ticketPatienceMs,
  type Waiting,
} from '../outbox/delivery.ts';
import { aloneUnder } from '../outbox/outbox.ts';
import { isWorthKeeping } from '../outbox/outbox-entry.ts';
import { refreshRepairs } from '../repair-cache.ts';
import { type KeptNote, keptNotes } from './kept-notes.ts';

/** Saves notes: on the server, or here until the server is back; each once, in the order of writing. */

export interface NewNote {
  /** Made when the note is begun. */
  noteId: string;
  kind: NoteKind;
  text: string;
}

/** If the server is away already, nobody waits long for it again. In milliseconds. */
const patienceWhenAwayMs = 4_000;

const waits = ({ refusal }: KeptNote) => refusal === null;

/**
 * @returns where the note is now
 * @throws CallProblem if the server refuses it, and if neither it nor the browser keeps it
 */
export async function saveNote(
  ticketNumber: string,
  { noteId, kind, text }: NewNote,
): Promise<'saved' | 'kept'> {
  // No note overtakes one that waits.
  if (!keptNotes.current().some(waits)) {
    try {
      await call('addNote', {
        params: { ticketNumber },
        body: { noteId, kind, text },
        signal: AbortSignal.timeout(isServerAway() ? patienceWhenAwayMs : ticketPatienceMs),
      });
      return 'saved';
    } catch (error) {
      if (!isWorthKeeping(error)) throw error;
    }
  }
  const writtenAt = new Date().toISOString();
  const initials = atComputer.get();
  const note = { noteId, ticketNumber, kind, text: text.trim() || null, writtenAt, initials };
  await keptNotes.add({ ...note, refusal: null }).catch(() => {
    const detail =
      'The shop’s server can’t be reached, and this browser can’t save the note. What you typed stays here; try again when the server is back.';
    throw new CallProblem({ code: 'offline', title: 'Not saved', detail }, 0, null);
  });
  return 'kept';
}

interface WaitingNote extends Waiting {
  note: KeptNote;
}

const ports: DeliveryPorts<WaitingNote> = {
  alone: aloneUnder('kept-notes'),
  entries: async () => {
    await lookForOtherStore();
    return (await keptNotes.read()).map((note) => ({
      repairId: note.noteId,
      // A note has no photo that could be left to send.
      ticketNumber: null,
      refusal: note.refusal,
      note,
    }));
  },
  async sendTicket({ note: { noteId, ticketNumber, kind, text, writtenAt, initials } }) {
    await call('addNote', {
      params: { ticketNumber },
      body: { noteId, kind, text, writtenAt },
      initials,
      signal: AbortSignal.timeout(ticketPatienceMs),
    });
    // First, so that the screen never lacks it.
    await refreshRepairs();
    await keptNotes.remove(noteId);
  },
  sendPhoto: async () => undefined,
  noteRefusal: ({ note }, refusal) => keptNotes.noteRefusal(note.noteId, refusal),
  isShopThere: async () => (await whoAnswers()) === 'shop',
};

const kept = {
  subscribe: keptNotes.subscribe,
  count: () => keptNotes.current().filter(waits).length,
  refresh: keptNotes.refresh,
};

/** @returns a function that stops it */
export const keepDeliveringNotes = (): (() => void) => keepDelivering(ports, kept);
