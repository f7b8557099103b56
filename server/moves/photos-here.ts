import { BackupFailure } from '../backups/failure.ts';
import { refuseClosed } from '../database/closing.ts';
import { openPhotoStore } from '../photos/place.ts';
import { openGate } from './gate.ts';
import { mayLose, namedPhotosAt } from './photo-home.ts';
import { photoHome, type ShopPlace } from './places.ts';

async function missingAt(place: ShopPlace): Promise<string[]> {
  const named = await namedPhotosAt(place);
  const store = await openPhotoStore(place);
  await store.check();
  const there = new Set<string>();
  for await (const { name } of store.list()) there.add(name);
  return named.filter((name) => !there.has(name));
}

/**
 * Has a store remember that its photos lie where the settings say: somebody has brought them there,
 * or their place is called otherwise now.
 *
 * @returns the names of those that are not there
 * @throws BackupFailure when many are not, or somebody uses the store
 */
export async function notePhotosHere(place: ShopPlace, acceptsLost: boolean): Promise<string[]> {
  const gate = await openGate(place, true);
  try {
    const note = await gate.note();
    const isWaiting = note?.state === 'waiting';
    if (!isWaiting) refuseClosed(note);
    const missing = await missingAt(place);
    mayLose(missing, { from: place, to: place, acceptsLost });
    const home = photoHome(place);
    const change = isWaiting ? { ...note, photos: home } : null;
    if (await gate.setAlone(change, { photoHome: home })) return missing;
    throw new BackupFailure('The product is running on this data. Stop it first.');
  } finally {
    await gate.close();
  }
}
