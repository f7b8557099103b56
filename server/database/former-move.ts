import { z } from 'zod';

/**
 * Versions before this one moved a shop with a command of their own. It left a note in the settings,
 * and closed the store with triggers that refuse every change.
 */

/** Under this key the settings hold the note. */
export const moveNoteKey = 'move';

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
  const where = [database, photos].filter((place) => place !== null).join(', photos in ');
  switch (state) {
    case 'open':
      return null;
    case 'moving':
      return `An earlier version of the product was moving the shop to ${where} and did not finish, so the data here is closed. Use that version: the same "npm run move" finishes, "npm run move -- --cancel" opens it here again.`;
    case 'moved':
      return `The shop has moved to ${where} (${at}). What is here is kept as it was then. Start the product with the settings of the new place.`;
    case 'arriving':
      return 'This is an unfinished copy of a shop that an earlier version of the product was moving here. Finish or cancel the move with that version.';
    case 'waiting':
      return 'An earlier version of the product has moved a shop here and was not started since. Start that version here once, then this one.';
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
