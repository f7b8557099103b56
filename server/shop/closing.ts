import { type Clock, isoTime } from '../clock.ts';
import { record } from '../database/changes.ts';
import type { Database } from '../database/database.ts';
import { closedKey, closedSince } from '../database/settings.ts';

/**
 * Closes the shop for moving, or opens it again. The change log takes this in turn with all other
 * changes: none is stored after the shop is closed, by any process.
 *
 * @returns since when it is closed, as ISO 8601; null when it is open
 */
export function setClosedForMoving(
  { database, clock }: { database: Database; clock: Clock },
  isClosed: boolean,
): Promise<string | null> {
  const { dialect } = database;
  return database.transact(async (tx) => {
    await dialect.lock(tx, closedKey);
    const since = await closedSince(tx);
    if ((since !== null) === isClosed) return since;
    const at = isoTime(clock());
    if (isClosed) await tx.insertInto('settings').values({ key: closedKey, value: at }).execute();
    else await tx.deleteFrom('settings').where('key', '=', closedKey).execute();
    await record(tx, {
      at,
      events: [],
      changes: [
        { entity: 'shop', id: 'shop', what: isClosed ? 'closed' : 'opened', ticketNumber: null },
      ],
    });
    return isClosed ? at : null;
  });
}
