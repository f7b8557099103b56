import type { StorePlace } from '../backups/snapshot.ts';
import { type Config, dataFiles } from '../config.ts';

/** Where a shop lives: its rows and its photos. */
export type ShopPlace = StorePlace & Pick<Config, 'photoBucket'>;

/** @returns the address of a database without anything secret in it */
function shownAddress(url: string): string {
  const address = new URL(url);
  address.password = '';
  address.searchParams.delete('password');
  return address.href;
}

/** What a person calls the place of the rows. */
export const databaseName = ({ databaseUrl, dataDir }: StorePlace) =>
  databaseUrl === null ? dataDir : shownAddress(databaseUrl);

/** What a person calls the place of the photos. */
export function photosName({ photoBucket }: Pick<ShopPlace, 'photoBucket'>): string {
  if (photoBucket === null) return 'the data folder';
  const { bucket, prefix } = photoBucket;
  return prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`;
}

/** The same for one place in all the world. */
export function photoPlaceId({ photoBucket, dataDir }: ShopPlace): string {
  if (photoBucket === null) return dataFiles.photos(dataDir);
  return `${photosName({ photoBucket })} at ${photoBucket.endpoint}`;
}
