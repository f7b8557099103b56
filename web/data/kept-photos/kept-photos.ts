import type { DBSchema } from 'idb';
import type { TicketPhotoKind } from '../../../domain/ticket-photos.ts';
import { browserDatabase } from '../database.ts';
import type { Refusal } from '../outbox/outbox-entry.ts';
import { createStore } from '../store.ts';
import { tabChannel } from '../tab-channel.ts';

/**
 * Photos on their way to tickets, beside the initial and the completion photo. Each is kept in the browser's
 * database from the moment it is taken until the server has it, for all tabs and after the browser was
 * closed.
 */

export interface KeptPhoto {
  /** Made with the photo: sent twice, it is still one. */
  photoId: string;
  /** Of its repair, which may itself wait in the outbox. */
  repairId: string;
  /** Null for one that was taken at intake. */
  ticketNumber: string | null;
  kind: TicketPhotoKind;
  caption: string;
  photo: Blob;
  /** ISO */
  takenAt: string;
  /** Who was at the computer then; null for no one. */
  initials: string | null;
  /** The form in which it was taken was sent. */
  isReady: boolean;
  /** It could not be sent at once. */
  isWaiting: boolean;
  /** It waits for staff, not for the server. */
  refusal: Refusal | null;
}

interface PhotoSchema extends DBSchema {
  photos: { key: string; value: KeptPhoto };
}

export const photoDatabase = browserDatabase<PhotoSchema>('kept-photos', (database) => {
  database.createObjectStore('photos', { keyPath: 'photoId' });
});

const state = createStore<readonly KeptPhoto[]>([]);

/** What is in this page and not in the database. */
export const inPage = {
  /** Where the browser keeps nothing. */
  photos: [] as readonly KeptPhoto[],
  /** Captions that are being typed, by the photos' ids. */
  captions: new Map<string, string>(),
};

async function readAll(): Promise<KeptPhoto[]> {
  const stored = await photoDatabase((database) => database.getAll('photos')).catch(() => []);
  return [...stored, ...inPage.photos]
    .map((photo) => ({ ...photo, caption: inPage.captions.get(photo.photoId) ?? photo.caption }))
    .sort((one, other) => (one.takenAt < other.takenAt ? -1 : 1));
}

/** Other tabs read again what this one changed, and the other way around. */
const tabs = tabChannel('kept-photos', () => void refresh());

/** Something was changed here. */
export function noteChange(): Promise<void> {
  tabs.tell();
  return refresh();
}

let latestRead = 0;

async function refresh(): Promise<void> {
  latestRead += 1;
  const thisRead = latestRead;
  const photos = await readAll();
  // A later change was read meanwhile.
  if (thisRead !== latestRead) return;
  // The same object for the same picture: what is shown is not drawn again.
  const shown = new Map(state.get().map(({ photoId, photo }) => [photoId, photo]));
  state.set(photos.map((each) => ({ ...each, photo: shown.get(each.photoId) ?? each.photo })));
}

export const keptPhotos = {
  current: state.get,
  subscribe: state.subscribe,
  set: state.set,
  refresh,
  read: readAll,
};

export const useKeptPhotos = state.useValue;

/** Those that staff should know of: neither in a form nor about to be sent. */
export const useWaitingPhotos = (): readonly KeptPhoto[] =>
  useKeptPhotos().filter(({ isReady, isWaiting, refusal }) => isReady && (isWaiting || refusal));

/** Read with the page, so that a logout already knows what it would leave behind. */
void refresh();
