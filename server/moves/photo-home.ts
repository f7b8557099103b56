import { photoNameFromUrl } from '../../domain/photo-name.ts';
import { BackupFailure } from '../backups/failure.ts';
import { openSnapshot, type Snapshot } from '../backups/snapshot.ts';
import { photoHome, photoPlaceId, type ShopPlace } from './places.ts';
import type { MoveTask } from './task.ts';

/**
 * A store remembers where its photos lie. Settings that name another place would hide all of them,
 * and a move that believes such settings would take an empty folder for the shop's photos.
 */

/** So many lost photos a move only reports; more look like photos that are in another place. */
const mostLost = 3;

/** The names of all photos that rows name. */
export const namedPhotos = async (snapshot: Snapshot): Promise<string[]> =>
  (await snapshot.photoUrls()).map(photoNameFromUrl).filter((name) => name !== null);

export async function namedPhotosAt(place: ShopPlace): Promise<string[]> {
  const snapshot = await openSnapshot(place);
  try {
    return await namedPhotos(snapshot);
  } finally {
    await snapshot.close();
  }
}

/**
 * A shop without photos may keep them wherever it likes.
 *
 * @param home where the photos lie, as the store says; null where it does not
 */
export async function isElsewhere(home: string | null, place: ShopPlace): Promise<boolean> {
  return home !== null && home !== photoHome(place) && (await namedPhotosAt(place)).length > 0;
}

/** What is said to somebody whose settings name another place. */
export const elsewhereText = (home: string, place: ShopPlace) =>
  `The photos of this shop lie in ${home}, and the settings name ${photoPlaceId(place)}. Set DATA_DIR and S3_… as they were, or as the move said. To take the photos elsewhere: "npm run move". Where they were brought there by other means: "npm run move -- --photos-are-here".`;

/** @throws BackupFailure when the photos are not where the settings say, or have arrived long since */
export async function mustLieThere(
  home: string | null,
  { parts, from, to }: Pick<MoveTask, 'parts' | 'from' | 'to'>,
): Promise<void> {
  if (home === null) {
    throw new BackupFailure(
      'The data does not say yet where its photos lie. Start the product here once, then move it.',
    );
  }
  if (parts.photos && home === photoHome(to)) {
    throw new BackupFailure(
      `The photos of this shop lie in ${home} already. To move only its rows, leave out --photos.`,
    );
  }
  if (await isElsewhere(home, from)) throw new BackupFailure(elsewhereText(home, from));
}

/** @throws BackupFailure for more lost photos than a shop loses, where nobody says that they are */
export function mayLose(
  lost: readonly string[],
  { from, to, acceptsLost }: Pick<MoveTask, 'from' | 'to' | 'acceptsLost'>,
): void {
  if (lost.length <= mostLost || acceptsLost) return;
  const places = [...new Set([from, to].map(photoPlaceId))].join(' nor in ');
  throw new BackupFailure(
    `${lost.length} photos that tickets name are not in ${places}. Are they in another place? If they are lost, say --without-lost-photos.`,
  );
}
