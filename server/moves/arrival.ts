import { setTimeout as sleep } from 'node:timers/promises';
import { BackupFailure } from '../backups/failure.ts';
import { photoHomeKey } from '../backups/manifest.ts';
import { refuseClosed, type StoreNote } from '../database/closing.ts';
import type { Database } from '../database/database.ts';
import { postgresDialect } from '../database/dialect.ts';
import { storeIsBeingRestored } from '../database/store-lock.ts';
import type { Handle } from '../database/tables.ts';
import { openGate, type StoreGate } from './gate.ts';
import { elsewhereText, isElsewhere } from './photo-home.ts';
import { photoHome, type ShopPlace } from './places.ts';

/** Of several processes that start at once one opens the store, and the others wait for it. */
const mostTries = 50;
const askAgainMs = 100;

const othersAreThere =
  'The photos of this shop have moved, and the product still runs with its former settings. Stop every process of it, then start it again.';

/** @returns what is to be written before the start; undefined where nothing is */
async function changeAt(gate: StoreGate, place: ShopPlace): Promise<StoreNote | null | undefined> {
  const note = await gate.note();
  const isWaiting = note?.state === 'waiting';
  if (note !== null && note.state !== 'open' && !isWaiting) return undefined;
  const home = isWaiting ? note.photos : await gate.photoHome();
  if (!isWaiting && (home === null || home === photoHome(place))) return undefined;
  if (home !== null && (await isElsewhere(home, place)))
    throw new Error(elsewhereText(home, place));
  return isWaiting ? { ...note, state: 'open', database: null, photos: null } : null;
}

async function open(gate: StoreGate, place: ShopPlace): Promise<void> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const change = await changeAt(gate, place);
    if (change === undefined) return;
    if (await gate.setAlone(change, { photoHome: photoHome(place) })) return;
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

/**
 * For whoever copies a store: what the shop has left looks whole and grows old.
 *
 * @throws BackupFailure when the shop lives elsewhere, or the settings name another place of its photos
 */
export async function mustLiveHere(place: ShopPlace): Promise<void> {
  const gate = await openGate(place, false);
  try {
    const note = await gate.note();
    // While it is being copied elsewhere it still lives here.
    if (note?.state === 'moved' || note?.state === 'arriving') refuseClosed(note);
    const home = note?.state === 'waiting' ? note.photos : await gate.photoHome();
    if (home !== null && (await isElsewhere(home, place))) {
      throw new BackupFailure(elsewhereText(home, place));
    }
  } finally {
    await gate.close();
  }
}

const homeIn = async (db: Handle) =>
  (
    await db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', photoHomeKey)
      .executeTakeFirst()
  )?.value ?? null;

async function noted(database: Database, value: string): Promise<string | null> {
  return database.transact(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ key: photoHomeKey, value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    return homeIn(tx);
  });
}

/**
 * Has a store that does not know yet where its photos lie remember it.
 *
 * @throws Error when somebody who started at the same moment has them elsewhere
 */
export async function settle(database: Database, place: ShopPlace): Promise<Database> {
  const value = photoHome(place);
  try {
    const home =
      (await homeIn(database.read)) ??
      // What cannot be written now can be read, and the next start notes it.
      (await noted(database, value).catch(() => null));
    if (home === null || home === value) return database;
    throw new Error(elsewhereText(home, place));
  } catch (error) {
    await database.close();
    throw error;
  }
}
