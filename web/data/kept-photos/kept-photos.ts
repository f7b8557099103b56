import type { DBSchema } from 'idb';
import type { TicketPhotoKind } from '../../../domain/ticket-photos.ts';
import { browserDatabase } from '../database.ts';
import type { Refusal } from '../outbox/outbox-entry.ts';
import { createStore } from '../store.ts';
import { tabChannel } from '../tab-channel.ts';

/**
 * Photos waiting to be sent to tickets, other than the initial and the completion photo. Each is kept in the
 * browser's database from the moment it is taken until the server has it, for all tabs, even if the browser
 * is closed.
 */

export interface KeptPhoto {
  /** Made with the photo: sent twice, it is still one photo. */
  photoId: string;
  /** Its repair's id; the repair may itself wait in the outbox. */
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
  /** Whether its form has been sent. */
  isReady: boolean;
  /** It couldn't be sent right away. */
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

/** Kept in this page only, not in the database. */
export const inPage = {
  /** Used if the browser can't store anything. */
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

/** Each tab reloads what another one changed. */
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
  // A later change has been read meanwhile.
  if (thisRead !== latestRead) return;
  // The same object for the same picture, so that it isn't rendered again.
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

/** Those that staff should know about: not in a form, and not about to be sent. */
export const useWaitingPhotos = (): readonly KeptPhoto[] =>
  useKeptPhotos().filter(({ isReady, isWaiting, refusal }) => isReady && (isWaiting || refusal));

/** Read when the page loads, so that a logout knows what isn't sent yet. */
void refresh();
