import { isoTime } from '../base/clock.ts';
import { closedKey, closedSince, writeSetting } from '../database/settings.ts';
import { record } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';

/**
 * Closes the shop for every change, or opens it again; it stays closed even after a restart. The change
 * log takes this in its place among all other changes: none is stored after the shop is closed, by
 * any process. Everything can still be read and backed up, and no text goes out.
 */
export function setClosed(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  isClosed: boolean,
): Promise<void> {
  return database.transact(async (tx) => {
    await database.dialect.lock(tx, closedKey);
    if (((await closedSince(tx)) !== null) === isClosed) return;
    const at = isoTime(clock());
    if (isClosed) await writeSetting(tx, closedKey, at);
    else await tx.deleteFrom('settings').where('key', '=', closedKey).execute();
    const what = isClosed ? 'closed' : 'opened';
    await record(tx, {
      at,
      events: [],
      changes: [{ entity: 'shop', id: 'shop', what, ticketNumber: null }],
    });
  });
}
