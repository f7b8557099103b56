import { keptNotes } from '../data/kept-notes/kept-notes.ts';
import { keptPhotos } from '../data/kept-photos/kept-photos.ts';
import { outbox } from '../data/outbox/outbox.ts';
import { panels } from '../data/panels.ts';
import { logOut } from '../data/session.ts';

/** Logs out; if something has not reached the server yet, after a question that names it. */
export function askToLogOut(): void {
  const photos = keptPhotos.current().filter(({ isReady }) => isReady);
  const isAllThere =
    outbox.current().entries.length + keptNotes.current().length + photos.length === 0;
  if (isAllThere) logOut();
  else void panels.open('logOut');
}
