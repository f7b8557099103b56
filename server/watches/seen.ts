import type { Repair } from '../../domain/api-answers.ts';
import { maxSeenRepairs } from '../../domain/api-inputs.ts';
import type { SeenWatch } from '../../domain/api-watches.ts';
import { searchable } from '../../domain/search-text.ts';
import { type Identified, serialKeys } from '../../domain/serial-key.ts';
import { grouped, isInShop, watchFacts, watchPhoto, workName } from '../../domain/watch-life.ts';
import type { Handle } from '../database/tables.ts';
import { photosOfTickets } from '../photos/store.ts';
import { repairsOfWatch, repairsWithSerial } from '../repairs/watch-store.ts';
import { runningWarranties } from '../warranties/store.ts';

/** Finds watches that were here before and may be the one on the counter. */

/** Repairs that may be of the same watch: those joined to one, or not answered yet. */
export interface SeenRepairs {
  watchId: string | null;
  /** The newest first, at least one. */
  repairs: Repair[];
}

/**
 * The watches with the brand and one of the serials, the most recent first. Tickets without an answer are grouped
 * if the model is the same, too.
 *
 * @param except a ticket to leave out
 */
export async function seenRepairs(
  db: Handle,
  watch: Identified,
  except: string | null,
): Promise<SeenRepairs[]> {
  const found = await repairsWithSerial(db, serialKeys(watch));
  const others = found.filter(({ ticketNumber }) => ticketNumber !== except);
  const groups = grouped(
    others,
    ({ watchId, watchModel }) => watchId ?? `not asked about: ${searchable(watchModel)}`,
  );
  return Promise.all(
    [...groups.values()].map(async (repairs) => {
      const watchId = repairs[0]?.watchId ?? null;
      if (watchId === null) return { watchId, repairs };
      const all = await repairsOfWatch(db, watchId);
      return { watchId, repairs: all.filter(({ ticketNumber }) => ticketNumber !== except) };
    }),
  );
}

/** @param today the shop's date */
export async function toSeenWatch(
  db: Handle,
  { watchId, repairs }: SeenRepairs,
  today: string,
): Promise<SeenWatch> {
  const numbers = repairs.map(({ ticketNumber }) => ticketNumber);
  const { watchBrand, watchModel, reference } = watchFacts(repairs);
  return {
    watchId,
    watchBrand,
    watchModel,
    reference,
    photoUrl: watchPhoto(repairs, await photosOfTickets(db, numbers)),
    customerName: repairs[0]?.customerName ?? '',
    repairs: repairs.slice(0, maxSeenRepairs).map((repair) => ({
      ticketNumber: repair.ticketNumber,
      status: repair.status,
      isWaitingForPickup: repair.isWaitingForPickup,
      place: repair.place,
      sentOut: repair.sentOut,
      createdAt: repair.createdAt,
      work: workName(repair),
      isInShop: isInShop(repair),
    })),
    warranties: await runningWarranties(db, numbers, today),
  };
}
