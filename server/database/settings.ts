import { z } from 'zod';
import { Problem } from '../../domain/problems.ts';
import { prepared } from './prepared.ts';
import type { Handle } from './tables.ts';

/** What a store knows of itself and of the shop as a whole, by key. */

/** Which restored store it is. */
export const storeEpochKey = 'epoch';
/** Where the store's photos lie. */
export const photoHomeKey = 'photo-home';
/** Since when the shop is closed for moving. */
export const closedKey = 'closed-for-moving';
/** The note of a move by an earlier version: {@link refuseMoved}. */
export const moveNoteKey = 'move';

const selectValue = prepared<{ key: string }, { value: string }>((db, { key }) =>
  db.selectFrom('settings').select('value').where('key', '=', key),
);

export async function readSetting(db: Handle, key: string): Promise<string | null> {
  const { rows } = await selectValue(db, { key });
  return rows[0]?.value ?? null;
}

export async function writeSetting(tx: Handle, key: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Writes down that writing works: a full disk still lets everybody read. */
export const checkWriting = (tx: Handle): Promise<void> =>
  writeSetting(tx, 'checked', new Date().toISOString());

/** Moving takes minutes, and browsers that wait should not all come at once. */
const retryAfterSeconds = 15;

/** @returns since when the shop is closed for moving, as ISO 8601; null while it is open */
export const closedSince = (db: Handle): Promise<string | null> => readSetting(db, closedKey);

/** @throws Problem shop-moved while the shop is closed for moving */
export async function refuseWhileClosed(db: Handle): Promise<void> {
  if ((await closedSince(db)) !== null) throw new Problem('shop-moved', { retryAfterSeconds });
}

/**
 * Earlier versions moved a shop with a command of their own. It left this note in the settings, and
 * closed the store with triggers that refuse every change.
 */
const noteSchema = z.object({
  state: z.enum(['open', 'moving', 'moved', 'arriving', 'waiting']),
  at: z.string(),
  /** Where the data went, without a password; null where it stays. */
  database: z.string().nullable(),
  /** Where the photos went; null where they stay. */
  photos: z.string().nullable(),
});
type Note = z.infer<typeof noteSchema>;

function closedMessage({ state, database, photos, at }: Note): string | null {
  const where = [database, photos].filter((location) => location !== null).join(', photos in ');
  switch (state) {
    case 'open':
      return null;
    case 'moving':
      return `An earlier version of the product was moving the shop to ${where} and did not finish, so the data here is closed. With that version "npm run move" finishes the move, and "npm run move -- --cancel" opens the shop here again.`;
    case 'moved':
      return `The shop has moved to ${where} (${at}). What is here is kept as it was then. Start the product with the settings of the new location.`;
    case 'arriving':
      return 'This is an unfinished copy of a shop that an earlier version of the product was moving here. Finish or cancel the move with that version.';
    case 'waiting':
      return 'An earlier version of the product has moved a shop here and has not been started since. Start that version here once, then this one.';
  }
}

/**
 * @param value what the settings hold under {@link moveNoteKey}
 * @throws Error for a store that is closed: it says why, and what to do
 */
export function refuseMoved(value: unknown): void {
  if (typeof value !== 'string') return;
  const message = closedMessage(noteSchema.parse(JSON.parse(value)));
  if (message !== null) throw new Error(message);
}
