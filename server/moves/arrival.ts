import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreNote } from '../database/closing.ts';
import { postgresDialect } from '../database/dialect.ts';
import { storeIsBeingRestored } from '../database/store-lock.ts';
import { openGate, type StoreGate } from './gate.ts';
import { photosName, type ShopPlace } from './places.ts';

/** Of several processes that start at once one opens the store, and the others wait for it. */
const mostTries = 50;
const askAgainMs = 100;

const othersAreThere =
  'The photos of this shop have moved, and the product still runs with its former settings. Stop every process of it, then start it again.';

function mustFit(note: StoreNote, place: ShopPlace): void {
  const configured = photosName(place);
  if (note.photos === null || note.photos === configured) return;
  throw new Error(
    `The photos of this shop lie in ${note.photos} since it was moved, and the settings name ${configured}. Set what the move said, then start again.`,
  );
}

async function open(gate: StoreGate, place: ShopPlace): Promise<void> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const note = await gate.note();
    if (note?.state !== 'waiting') return;
    mustFit(note, place);
    const opened: StoreNote = { ...note, state: 'open', database: null, photos: null };
    if (await gate.setAlone(opened)) return;
    await sleep(askAgainMs);
  }
  throw new Error(othersAreThere);
}

/**
 * Opens a store that a move has brought here, or whose photos it has moved: the first start does,
 * because only then it is known that nobody works with the former settings any more.
 *
 * @throws Error when the settings do not name the place where the photos lie now
 */
export async function arrive(place: ShopPlace): Promise<void> {
  const gate = await openGate(place, false);
  try {
    await open(gate, place);
  } catch (error) {
    throw postgresDialect.outageOf(error) === 'locked' ? new Error(storeIsBeingRestored) : error;
  } finally {
    await gate.close();
  }
}
