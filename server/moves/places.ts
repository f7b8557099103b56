import type { StorePlace } from '../backups/snapshot.ts';
import { type Config, dataFiles } from '../config.ts';
import type { PhotoPlace } from '../photos/place.ts';

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

/** Where photos lie, as a person reads it; the same only for one place in all the world. */
export function photoPlaceId({ photoBucket, dataDir }: PhotoPlace): string {
  if (photoBucket === null) return dataFiles.photos(dataDir);
  const { bucket, prefix, endpoint } = photoBucket;
  return `${prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`} at ${endpoint}`;
}

/**
 * Where a store's photos lie, as the store remembers it. Those that lie beside the embedded database
 * go wherever it goes: a data folder may be copied and renamed.
 */
export const photoHome = (place: ShopPlace): string =>
  place.photoBucket === null && place.databaseUrl === null
    ? 'the data folder'
    : photoPlaceId(place);
