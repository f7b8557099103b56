import { type Config, dataFiles } from '../config.ts';
import type { PhotoStore } from './photo-store.ts';

/** Where photos lie, by the settings: in a bucket where there is one, else in the data folder. */
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

/** Where photos are stored, in words for the people who run the shop. */
export const photoLocationText = ({ photoBucket, dataDir }: PhotoLocation): string =>
  photoBucket === null
    ? dataFiles.photos(dataDir)
    : `the bucket ${photoBucket.bucket}${photoBucket.prefix === '' ? '' : `, ${photoBucket.prefix}`}`;
