import type { DBSchema } from 'idb';
import { browserDatabase } from '../database.ts';

/** The draft's photo. Local storage holds only text, so it is in the browser's own database. */

interface DraftSchema extends DBSchema {
  photos: { key: string; value: Blob };
}

const inPhotos = browserDatabase<DraftSchema>('new-repair-draft', (database) => {
  database.createObjectStore('photos');
});

/** @returns whether the browser took it */
export const keepDraftPhoto = (repairId: string, photo: Blob): Promise<boolean> =>
  inPhotos((database) => database.put('photos', photo, repairId)).then(
    () => true,
    () => false,
  );

export const keptDraftPhoto = (repairId: string): Promise<Blob | undefined> =>
  inPhotos((database) => database.get('photos', repairId)).catch(() => undefined);

/** Of all drafts: there is only ever one. If nothing could be kept, there is nothing to forget. */
export const forgetDraftPhotos = (): Promise<void> =>
  inPhotos((database) => database.clear('photos')).catch(() => undefined);
