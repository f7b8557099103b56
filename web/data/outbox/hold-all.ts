import { keptNotes } from '../kept-notes/kept-notes.ts';
import { outbox } from './outbox.ts';
import type { Refusal } from './outbox-entry.ts';

const refusal: Refusal = {
  code: 'shop-restoring',
  title: 'The shop was restored from a backup after this was typed',
  detail: 'Check whether it still needs to be saved, then send it again.',
  errors: [],
  existing: null,
};

/**
 * What was typed before a backup was restored may no longer be right, or be there already: staff look
 * at it before it is sent.
 */
export async function holdAll(): Promise<void> {
  for (const entry of await outbox.read()) {
    if (entry.refusal === null) await outbox.noteRefusal(entry.repairId, refusal);
  }
  for (const note of await keptNotes.read()) {
    if (note.refusal === null) await keptNotes.noteRefusal(note.noteId, refusal);
  }
}
