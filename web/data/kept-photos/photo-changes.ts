import { inTransaction } from '../database.ts';
import type { Refusal } from '../outbox/outbox-entry.ts';
import { inPage, type KeptPhoto, keptPhotos, noteChange, photoDatabase } from './kept-photos.ts';

/** Changes to waiting photos. Separate from {@link keptPhotos}, which the login needs. */

const keepPageOpen = (event: BeforeUnloadEvent) => event.preventDefault();

function holdHere(photos: readonly KeptPhoto[]): void {
  inPage.photos = photos;
  if (photos.length > 0) window.addEventListener('beforeunload', keepPageOpen);
  else window.removeEventListener('beforeunload', keepPageOpen);
}

/**
 * @param next the new state of each photo; null removes it
 * @throws DOMException if the browser forbids or refuses it
 */
async function change(
  isMeant: (photo: KeptPhoto) => boolean,
  next: (photo: KeptPhoto) => KeptPhoto | null,
): Promise<void> {
  const isHere = inPage.photos.some(isMeant);
  if (isHere) {
    holdHere(inPage.photos.flatMap((photo) => (isMeant(photo) ? (next(photo) ?? []) : photo)));
  }
  await photoDatabase(async (database) => {
    const transaction = database.transaction('photos', 'readwrite', { durability: 'strict' });
    await inTransaction(transaction, async ({ store }) => {
      const meant = (await store.getAll()).filter(isMeant);
      const writes = meant.map((photo) => {
        const after = next(photo);
        return after === null ? store.delete(photo.photoId) : store.put(after);
      });
      await Promise.all(writes);
    });
  }).catch((error: unknown) => {
    if (!isHere) throw error;
  });
  await noteChange();
}

const withId = (id: string) => (photo: KeptPhoto) => photo.photoId === id;
const ofRepair = (id: string) => (photo: KeptPhoto) => photo.repairId === id;

let pause: ReturnType<typeof setTimeout> | undefined;
const restMs = 400;

async function writeCaptions(): Promise<void> {
  clearTimeout(pause);
  const written = new Map(inPage.captions);
  if (written.size === 0) return;
  await change(
    ({ photoId }) => written.has(photoId),
    (photo) => ({ ...photo, caption: written.get(photo.photoId) ?? photo.caption }),
  );
  for (const [id, caption] of written)
    if (inPage.captions.get(id) === caption) inPage.captions.delete(id);
}

export const photoChanges = {
  async add(photo: KeptPhoto): Promise<void> {
    await photoDatabase((database) => database.put('photos', photo)).catch(() =>
      holdHere([...inPage.photos, photo]),
    );
    await noteChange();
    // So that the browser doesn't evict it when the disk gets full; it may refuse.
    void globalThis.navigator.storage?.persist?.().catch(() => undefined);
  },

  typeCaption(id: string, caption: string): void {
    inPage.captions.set(id, caption);
    keptPhotos.set(
      keptPhotos.current().map((photo) => (withId(id)(photo) ? { ...photo, caption } : photo)),
    );
    clearTimeout(pause);
    pause = setTimeout(photoChanges.keepCaptions, restMs);
  },

  /** Right away, for example when the field loses the focus. */
  keepCaptions: (): void => void writeCaptions().catch(() => undefined),

  /**
   * Their form was sent.
   *
   * @param ticketNumber null if the repair itself waits in this browser
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

  /** The form was cleared; there is only one. */
  removeDrafts: () =>
    change(
      ({ isReady }) => !isReady,
      () => null,
    ),

  remove: (id: string) => change(withId(id), () => null),
  removeOf: (repairId: string) => change(ofRepair(repairId), () => null),
  noteWaiting: (id: string) => change(withId(id), (photo) => ({ ...photo, isWaiting: true })),

  /** @param refusal null to send it again */
  noteRefusal: (id: string, refusal: Refusal | null) =>
    change(withId(id), (photo) => ({ ...photo, refusal })),
};
