import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFiles } from '../config.ts';
import { openPhotoStore, type PhotoPlace } from '../photos/place.ts';
import {
  bringPhotosIn,
  hasPhotos,
  keepPhotosAside,
  packedPhotos,
  removeOtherPhotos,
  stagePhotos,
} from './photo-swap.ts';
import { uploadInto } from './photo-upload.ts';
import type { OnProgress } from './progress.ts';
import type { Member } from './tar.ts';

/**
 * What a restore does with photos, step by step. Until the last step every row of the former store
 * finds its photos, and from the third on every row of the new one.
 */
export interface PhotoRestore {
  hasPhotos(): Promise<boolean>;
  /** Takes the backup's photos near enough that nothing but the disk can come in between. */
  prepare(file: FileHandle, members: readonly Member[], onProgress: OnProgress): Promise<void>;
  /** Keeps the former photos, as far as the store can do that. */
  keepAside(folder: string): Promise<void>;
  bringIn(): Promise<void>;
  /** Takes out what only the former store knew. */
  removeOthers(): Promise<void>;
  /** After a failure before the new store was in place. */
  undo(): Promise<void>;
}

function inFolder(folder: string, staging: string): PhotoRestore {
  const unpacked = join(staging, 'photos');
  let wanted: string[] = [];
  return {
    hasPhotos: () => hasPhotos(folder),
    async prepare(file, members, onProgress) {
      const photos = packedPhotos(members);
      await stagePhotos(file, photos, unpacked, onProgress);
      wanted = photos.map(({ name }) => name);
    },
    keepAside: (aside) => keepPhotosAside(folder, join(aside, 'photos')),
    bringIn: () => bringPhotosIn(unpacked, folder),
    removeOthers: () => removeOtherPhotos(folder, wanted),
    // The staging folder goes as a whole.
    undo: async () => undefined,
  };
}

/** A bucket has no second names, so former photos are neither kept aside nor taken out: they are swept. */
async function inBucket(place: PhotoPlace): Promise<PhotoRestore> {
  const upload = uploadInto(await openPhotoStore(place));
  return {
    hasPhotos: upload.hasPhotos,
    prepare: (file, members, onProgress) => upload.bring(file, packedPhotos(members), onProgress),
    keepAside: async () => undefined,
    bringIn: async () => undefined,
    removeOthers: async () => undefined,
    undo: upload.undo,
  };
}

/** @param staging a folder of the restore's own, on the same disk as the data */
export async function openPhotoRestore(place: PhotoPlace, staging: string): Promise<PhotoRestore> {
  if (place.photoBucket !== null) return inBucket(place);
  return inFolder(dataFiles.photos(place.dataDir), staging);
}
