import { photoNameFromUrl } from '../../domain/photo-name.ts';
import { type Config, dataFiles } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Handle } from '../database/tables.ts';
import { photoHomeKey } from '../shop/backups/manifest.ts';
import { openPhotoStore, type PhotoLocation } from './location.ts';

/**
 * The data remembers where its photos lie. Settings that name another place, such as an environment
 * without its S3_… lines, would hide them all and keep new ones elsewhere.
 */

type Place = PhotoLocation & Pick<Config, 'databaseUrl'>;

/** So many of the newest photos are looked for in a new place. */
const mostLookedFor = 20;

function placeName({ photoBucket, dataDir }: PhotoLocation): string {
  if (photoBucket === null) return dataFiles.photos(dataDir);
  const { bucket, prefix, endpoint } = photoBucket;
  return `${prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`} at ${endpoint}`;
}

/** A data folder may be copied and renamed: its photos go with its embedded database. */
const homeOf = (place: Place) =>
  place.photoBucket === null && place.databaseUrl === null ? 'the data folder' : placeName(place);

/**
 * @param home where the photos lie, as the data remembers it; null where it does not
 * @returns what is wrong with settings that name another place; null for nothing
 */
export const wrongHome = (home: string | null, place: Place): string | null =>
  home === null || home === homeOf(place)
    ? null
    : `The photos of this shop lie in ${home}, and the settings name ${placeName(place)}. Set DATA_DIR and S3_… as they were, or copy the photos to the new place first.`;

async function newestPhotos(db: Handle): Promise<string[]> {
  const rows = await db
    .selectFrom('repair_tickets')
    .select(['initial_photo_url', 'completed_photo_url'])
    .where((is) =>
      is.or([is('initial_photo_url', 'is not', null), is('completed_photo_url', 'is not', null)]),
    )
    .orderBy('created_at', 'desc')
    .limit(mostLookedFor)
    .execute();
  return rows
    .flatMap((row) => [row.initial_photo_url, row.completed_photo_url])
    .map((url) => (url === null ? null : photoNameFromUrl(url)))
    .filter((name) => name !== null);
}

async function areThere(names: readonly string[], place: Place): Promise<boolean> {
  if (names.length === 0) return true;
  const store = await openPhotoStore(place);
  for (const name of names) if (!(await store.has(name))) return false;
  return true;
}

/**
 * Compares the settings with where the photos lie, and has the data remember a first or a new place:
 * one that holds the photos already, or any place for a shop that has none.
 *
 * @param acceptsLoss whether to go on without the photos
 * @throws Error that names both places where they differ
 */
export async function checkPhotoHome(
  { read, transact }: Database,
  place: Place,
  acceptsLoss: boolean,
): Promise<void> {
  const homeIn = async (db: Handle) =>
    (
      await db
        .selectFrom('settings')
        .select('value')
        .where('key', '=', photoHomeKey)
        .executeTakeFirst()
    )?.value ?? null;
  const home = await homeIn(read);
  const value = homeOf(place);
  if (home === value) return;
  const wrong = wrongHome(home, place);
  if (wrong !== null && !acceptsLoss && !(await areThere(await newestPhotos(read), place))) {
    throw new Error(wrong);
  }
  await transact((tx) =>
    tx
      .insertInto('settings')
      .values({ key: photoHomeKey, value })
      .onConflict((conflict) =>
        // Of several first starts with different settings one is right, and the others hear of it.
        home === null
          ? conflict.column('key').doNothing()
          : conflict.column('key').doUpdateSet({ value }),
      )
      .execute(),
  ).catch((error: unknown) => {
    // What cannot be written now can be read, and the next start notes it.
    if (home !== null) throw error;
  });
  const other = home === null ? wrongHome(await homeIn(read), place) : null;
  if (other !== null) throw new Error(other);
}
