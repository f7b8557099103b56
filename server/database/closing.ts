import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/**
 * A store that is closed for changes while the shop moves elsewhere, and after it has
 * (docs/decisions/moving.md). The engine itself refuses every change, so that no process can forget
 * to ask; a note in the settings says why, and whoever opens the store reads it first.
 */

/** Under this key the settings hold the note. */
export const storeNoteKey = 'move';

export const storeNoteSchema = z.object({
  /** The shop's, the same in each store that it has lived in. */
  shop: z.string(),
  /**
   * - `open`: in use, as a store without a note
   * - `moving`: closed while it is copied elsewhere
   * - `moved`: the shop lives elsewhere now
   * - `arriving`: being filled, or given up; not to be used
   * - `waiting`: whole; opens when the product starts with its photos where the note says
   */
  state: z.enum(['open', 'moving', 'moved', 'arriving', 'waiting']),
  /** Which run of a move wrote it. */
  run: z.string(),
  at: z.iso.datetime(),
  /** Where the data goes or went, without a password; null where it stays. */
  database: z.string().nullable(),
  /** Where the photos go or went; of a store that waits: where they lie. Null where they stay. */
  photos: z.string().nullable(),
  /** Every place that this shop was the first to bring photos to. */
  photoPlaces: z.array(z.string()),
});
export type StoreNote = z.infer<typeof storeNoteSchema>;

/** @param value what the settings hold under the note's key */
export function parseStoreNote(value: unknown): StoreNote | null {
  return typeof value === 'string' ? storeNoteSchema.parse(JSON.parse(value)) : null;
}

/** What the engine says where it refuses a change: why, in one word. */
export const refusalWords = { moving: 'shop-moving', moved: 'shop-moved' } as const;

/** The same as error codes of PostgreSQL, in a class that nobody else uses. */
export const refusalCodes = { moving: 'WRM01', moved: 'WRM02' } as const;

/** What all triggers that refuse are called by; looked for by it, whatever the tables are. */
export const refusalTrigger = 'shop_closed';

/** Only while it is copied does the shop still live in a store that is closed. */
export const refusalOf = (state: StoreNote['state']): keyof typeof refusalWords =>
  state === 'moving' ? 'moving' : 'moved';

const wayBack = '"npm run move -- --cancel" brings it back here';

function closedMessage({ state, database, photos, at }: StoreNote): string | null {
  const where = [database, photos].filter((place) => place !== null).join(', photos in ');
  switch (state) {
    case 'open':
      return null;
    case 'moving':
      return `The shop is being moved to ${where} and is closed meanwhile. If that was cut short: run the same "npm run move" again to finish it, or ${wayBack}.`;
    case 'moved':
      return `The shop has moved to ${where} (${at}). What is here is kept as it was then. Start the product with the settings that the move named; ${wayBack}.`;
    case 'arriving':
      return 'This is an unfinished copy of a shop that was on its way here. Run the same "npm run move" again to finish it.';
    case 'waiting':
      return 'A shop has been moved here and waits for the product to be started. Do that first.';
  }
}

/** @throws Error for a store that is closed: it says why, and what to do */
export function refuseClosed(note: StoreNote | null): void {
  const message = note === null ? null : closedMessage(note);
  if (message !== null) throw new Error(message);
}

export function storeNoteInSqlite(database: DatabaseSync): StoreNote | null {
  const find = database.prepare(
    "select 1 from sqlite_master where type = 'table' and name = 'settings'",
  );
  if (find.get() === undefined) return null;
  const row = database.prepare('select value from settings where key = ?').get(storeNoteKey);
  return parseStoreNote(row?.value);
}
