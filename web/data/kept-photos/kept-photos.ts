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

const inDatabase = browserDatabase<PhotoSchema>('kept-photos', (database) => {
  database.createObjectStore('photos', { keyPath: 'photoId' });
});

const state = createStore<readonly KeptPhoto[]>([]);

/** Where the browser keeps nothing: then only this page has them. */
let onlyHere: readonly KeptPhoto[] = [];

/** Captions that are being typed: written down once the typing pauses. */
const typing = new Map<string, string>();

async function readAll(): Promise<KeptPhoto[]> {
  const stored = await inDatabase((database) => database.getAll('photos')).catch(() => []);
  return [...stored, ...onlyHere]
    .map((photo) => ({ ...photo, caption: typing.get(photo.photoId) ?? photo.caption }))
    .sort((one, other) => (one.takenAt < other.takenAt ? -1 : 1));
}

/** Other tabs read again what this one changed, and the other way around. */
const tabs = tabChannel('kept-photos', () => void refresh());

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

const keepPageOpen = (event: BeforeUnloadEvent) => event.preventDefault();

function holdHere(photos: readonly KeptPhoto[]): void {
  onlyHere = photos;
  if (photos.length > 0) window.addEventListener('beforeunload', keepPageOpen);
  else if (typeof window !== 'undefined') window.removeEventListener('beforeunload', keepPageOpen);
}

/** @param next of each photo that it is about; null takes it away */
async function change(
  isMeant: (photo: KeptPhoto) => boolean,
  next: (photo: KeptPhoto) => KeptPhoto | null,
): Promise<void> {
  if (onlyHere.some(isMeant)) {
    holdHere(onlyHere.flatMap((photo) => (isMeant(photo) ? (next(photo) ?? []) : photo)));
  }
  await inDatabase(async (database) => {
    const { store, done } = database.transaction('photos', 'readwrite', { durability: 'strict' });
    const meant = (await store.getAll()).filter(isMeant);
    const writes = meant.map((photo) => {
      const after = next(photo);
      return after === null ? store.delete(photo.photoId) : store.put(after);
    });
    await Promise.all([...writes, done]);
  }).catch(() => undefined);
  tabs.tell();
  await refresh();
}

const withId = (id: string) => (photo: KeptPhoto) => photo.photoId === id;
const ofRepair = (id: string) => (photo: KeptPhoto) => photo.repairId === id;

let pause: ReturnType<typeof setTimeout> | undefined;
const restMs = 400;

async function writeCaptions(): Promise<void> {
  clearTimeout(pause);
  const written = new Map(typing);
  if (written.size === 0) return;
  await change(
    ({ photoId }) => written.has(photoId),
    (photo) => ({ ...photo, caption: written.get(photo.photoId) ?? photo.caption }),
  );
  for (const [id, caption] of written) if (typing.get(id) === caption) typing.delete(id);
}

export const keptPhotos = {
  current: state.get,
  subscribe: state.subscribe,
  refresh,
  read: readAll,

  async add(photo: KeptPhoto): Promise<void> {
    await inDatabase((database) => database.put('photos', photo)).catch(() =>
      holdHere([...onlyHere, photo]),
    );
    tabs.tell();
    await refresh();
    // So that the browser does not clear it away when its disk gets full; it may refuse.
    void globalThis.navigator.storage?.persist?.().catch(() => undefined);
  },

  typeCaption(id: string, caption: string): void {
    typing.set(id, caption);
    state.set(state.get().map((photo) => (withId(id)(photo) ? { ...photo, caption } : photo)));
    clearTimeout(pause);
    pause = setTimeout(() => void writeCaptions(), restMs);
  },

  /**
   * The form was sent with them.
   *
   * @param ticketNumber null where the repair itself waits in this browser
   */
  async release(repairId: string, ticketNumber: string | null): Promise<void> {
    await writeCaptions();
    const isWaiting = ticketNumber === null;
    const ready = { isReady: true, isWaiting, ticketNumber };
    await change(ofRepair(repairId), (photo) => ({ ...photo, ...ready }));
  },

  /** The repair is sent under another id. */
  rename: (repairId: string, next: string) =>
    change(ofRepair(repairId), (photo) => ({ ...photo, repairId: next })),

  /** The form was cleared: there is only ever one. */
  removeDrafts: () =>
    change(
      ({ isReady }) => !isReady,
      () => null,
    ),

  remove: (id: string) => change(withId(id), () => null),
  removeOf: (repairId: string) => change(ofRepair(repairId), () => null),
  noteWaiting: (id: string) => change(withId(id), (photo) => ({ ...photo, isWaiting: true })),

  /** @param refusal null has it sent again */
  noteRefusal: (id: string, refusal: Refusal | null) =>
    change(withId(id), (photo) => ({ ...photo, refusal })),
};

export const useKeptPhotos = state.useValue;

/** Those that staff should know of: neither in a form nor about to be sent. */
export const useWaitingPhotos = (): readonly KeptPhoto[] =>
  useKeptPhotos().filter(({ isReady, isWaiting, refusal }) => isReady && (isWaiting || refusal));

/** Read with the page, so that a logout already knows what it would leave behind. */
void refresh();
