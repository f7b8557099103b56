import { addNote } from '../../server/notes/actions.ts';
import type { Deps } from '../../server/ports/deps.ts';
import { moveRepair } from '../../server/repairs/moving.ts';
import { findRepair } from '../../server/repairs/store.ts';
import { chanceOf } from './chance.ts';
import { type Plans, type Setting, unlessRefused, type Visit } from './plans.ts';
import { noteWords } from './words.ts';

/** What staff keep track of besides the repair: where the watch is, and whom they called. */

/** Used if the shop's file names no places. */
export const demoPlaces = ['Safe', 'Tray 1', 'Tray 2', 'Tray 3', 'Tray 4', 'Pickup drawer'];

const pickupPlace = 'Pickup drawer';
const trays = demoPlaces.filter((place) => place !== pickupPlace);

async function put(deps: Deps, { repair }: Visit, place: string): Promise<void> {
  const { ticketNumber } = repair;
  const found = await findRepair(deps.database.read, ticketNumber);
  if (found === undefined) return;
  await unlessRefused(moveRepair(deps, ticketNumber, { place, seenPlace: found.place }));
}

/** Soon after the watch came over the counter; nobody asks about older visits anymore. */
export function keepTrack({ deps }: Setting, { staffSoon }: Plans, visit: Visit): void {
  if (!visit.hasPhotos) return;
  // Random choices of its own, so that the rest of the shop's story stays the same.
  const chance = chanceOf(`${visit.repair.repairId} counter`);
  staffSoon(chance, 10, () => put(deps, visit, chance.pick(trays)));
  if (!chance.happens(0.2)) return;
  const noteId = chance.uuid();
  staffSoon(chance, 600, async () => {
    const kind = chance.pick(['note', 'called-no-answer', 'voicemail', 'spoke-with'] as const);
    const isSilent = kind === 'called-no-answer' || kind === 'voicemail';
    const text = isSilent ? null : noteWords(chance);
    await unlessRefused(addNote(deps, visit.repair.ticketNumber, { noteId, kind, text }));
  });
}

/** What is done waits for its owner. */
export async function putAside(deps: Deps, visit: Visit): Promise<void> {
  if (visit.hasPhotos) await put(deps, visit, pickupPlace);
}
