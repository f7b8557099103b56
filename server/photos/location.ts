import { type Config, dataFiles } from '../base/config.ts';
import type { Database } from '../database/database.ts';
import { photoHomeKey, readSetting, writeSetting } from '../database/settings.ts';
import type { Handle } from '../database/tables.ts';
import type { PhotoStore } from '../ports/photo-store.ts';
import { newestPhotos } from './photo-tables.ts';

/** Where photos are, by the settings: in a bucket if there is one, else in the data folder. */
export type PhotoLocation = Pick<Config, 'dataDir' | 'photoBucket'>;

/** What a bucket needs is loaded only by the shop that has one, and then the folder is not touched. */
export async function openPhotoStore({ photoBucket, dataDir }: PhotoLocation): Promise<PhotoStore> {
  if (photoBucket !== null) {
    const { createS3PhotoStore } = await import('./s3.ts');
    return createS3PhotoStore(photoBucket);
  }
  const { createDiskPhotoStore } = await import('./disk.ts');
  return createDiskPhotoStore(dataFiles.photos(dataDir));
}

/** The data remembers where its photos are: settings without their S3_… lines would hide them all. */
type StoreLocation = PhotoLocation & Pick<Config, 'databaseUrl'>;

/** This many of the newest photos are looked for in a new location. */
const maxLookedFor = 20;

/** Where photos are stored, for the people who run the shop. */
export function photoLocationText({ photoBucket, dataDir }: PhotoLocation): string {
  if (photoBucket === null) return dataFiles.photos(dataDir);
  const { bucket, prefix, endpoint } = photoBucket;
  return `${prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`} at ${endpoint}`;
}

/** A data folder may be copied and renamed: its photos go with its embedded database. */
const homeOf = (location: StoreLocation) =>
  location.photoBucket === null && location.databaseUrl === null
    ? 'the data folder'
    : photoLocationText(location);

/**
 * @param home where the photos are, as the data remembers it; null if it does not remember
 * @returns what is wrong with settings that name another location; null for nothing
 */
export const wrongHome = (home: string | null, location: StoreLocation): string | null =>
  home === null || home === homeOf(location)
    ? null
    : `The photos of this shop are in ${home}, and the settings name ${photoLocationText(location)}. Set DATA_DIR and S3_… as they were, or copy the photos to the new location first.`;

async function areThere(db: Handle, location: StoreLocation): Promise<boolean> {
  const names = await newestPhotos(db, maxLookedFor);
  if (names.length === 0) return true;
  const store = await openPhotoStore(location);
  for (const name of names) if (!(await store.has(name))) return false;
  return true;
}

/**
 * Compares the settings with where the photos are, and has the data remember a first or a new location: one
 * that holds the photos already, or any location if the shop has none.
 *
 * @param acceptsLoss whether to continue without the photos
 * @throws Error that names both locations if they differ
 */
export async function checkPhotoHome(
  { read, transact }: Database,
  location: StoreLocation,
  acceptsLoss: boolean,
): Promise<void> {
  const home = await readSetting(read, photoHomeKey);
  const value = homeOf(location);
  if (home === value) return;
  const wrong = wrongHome(home, location);
  if (wrong !== null && !acceptsLoss && !(await areThere(read, location))) {
    throw new Error(wrong);
  }
  // A shop whose data cannot be written right now can still read it, and the next start notes the location.
  await transact((tx) => writeSetting(tx, photoHomeKey, value)).catch((error: unknown) => {
    if (home !== null) throw error;
  });
}
