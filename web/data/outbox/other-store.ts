import { call, onSessionEnd } from '../call.ts';
import { keptNotes } from '../kept-notes/kept-notes.ts';
import { keptPhotos } from '../kept-photos/kept-photos.ts';
import { photoChanges } from '../kept-photos/photo-changes.ts';
import { inStorage } from '../storage.ts';
import { outbox } from './outbox.ts';
import type { Refusal } from './outbox-entry.ts';

/**
 * What was typed before a backup was restored may no longer be right, or be on the server already: staff look
 * at it before it is sent.
 */

/** Which restored store this browser last delivered to. */
const key = 'shop-store';

const refusal: Refusal = {
  code: 'shop-restoring',
  title: 'The shop was restored from a backup after this was typed',
  detail: 'Check whether it still needs to be saved, then send it again.',
  errors: [],
  existing: null,
};

async function holdAll(): Promise<void> {
  for (const entry of await outbox.read()) {
    if (entry.refusal === null) await outbox.noteRefusal(entry.repairId, refusal);
  }
  for (const note of await keptNotes.read()) {
    if (note.refusal === null) await keptNotes.noteRefusal(note.noteId, refusal);
  }
  for (const { photoId, isReady, refusal: own } of await keptPhotos.read()) {
    if (isReady && own === null) await photoChanges.noteRefusal(photoId, refusal);
  }
}

async function check(): Promise<void> {
  const { store } = await call('getSession');
  const known = inStorage((storage) => storage.getItem(key), null);
  if (known === store) return;
  if (known !== null) await holdAll();
  inStorage((storage) => storage.setItem(key, store), undefined);
}

let checked: Promise<void> | null = null;

const forget = () => {
  checked = null;
};

// A restore ends every session.
onSessionEnd(forget);

/** Once for each login, before anything is delivered. @throws CallProblem if that cannot be known */
export function noticeOtherStore(): Promise<void> {
  checked ??= check();
  checked.catch(forget);
  return checked;
}
