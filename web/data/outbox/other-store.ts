import { call, onSessionEnd } from '../call.ts';
import { keptNotes } from '../kept-notes/kept-notes.ts';
import { inStorage } from '../storage.ts';
import { outbox } from './outbox.ts';
import type { Refusal } from './outbox-entry.ts';

/**
 * What was typed before a backup was restored may no longer be right, or be there already: staff look
 * at it before it is sent.
 */

const key = 'shop-store';

const refusal: Refusal = {
  code: 'shop-restoring',
  title: 'The shop was restored from a backup after this was typed',
  detail: 'Check whether it still needs to be saved, then send it again.',
  errors: [],
  existing: null,
};

async function check(): Promise<void> {
  const { store } = await call('getSession');
  const known = inStorage((storage) => storage.getItem(key), null);
  if (known === store) return;
  if (known !== null) {
    for (const entry of await outbox.read()) {
      if (entry.refusal === null) await outbox.noteRefusal(entry.repairId, refusal);
    }
    for (const note of await keptNotes.read()) {
      if (note.refusal === null) await keptNotes.noteRefusal(note.noteId, refusal);
    }
  }
  inStorage((storage) => storage.setItem(key, store), undefined);
}

let checked: Promise<void> | null = null;

// Every session ends with a restore.
onSessionEnd(() => {
  checked = null;
});

/** Once for each login, before anything is delivered. @throws CallProblem where that cannot be known */
export function noticeOtherStore(): Promise<void> {
  checked ??= check().catch((error: unknown) => {
    checked = null;
    throw error;
  });
  return checked;
}
