import { z } from 'zod';
import { isoTime } from '../../base/clock.ts';
import {
  readSetting,
  refuseWhileClosed,
  restoringKey,
  writeSetting,
} from '../../database/settings.ts';
import type { Handle } from '../../database/tables.ts';
import { record } from '../../history/record.ts';
import type { Deps } from '../../ports/deps.ts';

/**
 * Closes the shop to every change while a backup replaces its data. The change log orders this
 * with all other changes, so no process stores one after the shop is closed.
 * Everything can still be read and backed up, and no text goes out.
 */

type ClosingDeps = Pick<Deps, 'database' | 'clock'>;

const recordClosing = (tx: Handle, at: string, what: 'closed' | 'opened') =>
  record(tx, {
    at,
    events: [],
    changes: [{ entity: 'shop', id: 'shop', what, ticketNumber: null }],
  });

const restoringSchema = z.object({
  /** Which process restores it. */
  by: z.string(),
  /** ISO 8601: the moment that the backup shows. */
  backupAt: z.string(),
  step: z.enum(['backing-up', 'replacing']),
});
export type Restoring = z.infer<typeof restoringSchema>;

/** @returns which backup is being restored; null for none */
export async function readRestoring(db: Handle): Promise<Restoring | null> {
  const value = await readSetting(db, restoringKey);
  return value === null ? null : restoringSchema.parse(JSON.parse(value));
}

/**
 * Closes the shop for a restore: it is backed up first.
 *
 * @returns when it was closed, as ISO 8601
 * @throws Problem shop-restoring
 */
export function closeForRestore(
  { database, clock }: ClosingDeps,
  { by, backupAt }: Omit<Restoring, 'step'>,
): Promise<string> {
  return database.transact(async (tx) => {
    await database.dialect.lock(tx, restoringKey);
    await refuseWhileClosed(tx);
    const at = isoTime(clock());
    await writeSetting(tx, restoringKey, JSON.stringify({ by, backupAt, step: 'backing-up' }));
    await recordClosing(tx, at, 'closed');
    return at;
  });
}

/**
 * Begins the step `replacing`: from then on, every process leaves the store alone.
 *
 * @returns false if the shop was opened again since this process closed it
 */
export function beginReplacing({ database, clock }: ClosingDeps, by: string): Promise<boolean> {
  return database.transact(async (tx) => {
    await database.dialect.lock(tx, restoringKey);
    const restoring = await readRestoring(tx);
    if (restoring?.by !== by || restoring.step !== 'backing-up') return false;
    await writeSetting(tx, restoringKey, JSON.stringify({ ...restoring, step: 'replacing' }));
    await recordClosing(tx, isoTime(clock()), 'closed');
    return true;
  });
}

/**
 * Opens the shop again after a restore that did not take place.
 *
 * @param by which process closed it; what another one closed stays closed
 */
export function endRestoring({ database, clock }: ClosingDeps, by: string): Promise<void> {
  return database.transact(async (tx) => {
    await database.dialect.lock(tx, restoringKey);
    if ((await readRestoring(tx))?.by !== by) return;
    await tx.deleteFrom('settings').where('key', '=', restoringKey).execute();
    await recordClosing(tx, isoTime(clock()), 'opened');
  });
}
