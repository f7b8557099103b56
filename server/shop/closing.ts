import { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import {
  closedKey,
  closedSince,
  readSetting,
  refuseWhileClosed,
  restoringKey,
  writeSetting,
} from '../database/settings.ts';
import type { Handle } from '../database/tables.ts';
import { record } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';

/**
 * Closes the shop for every change, while its data is moved or replaced by a backup. The change log takes
 * this in its place among all other changes: none is stored after the shop is closed, by any process.
 * Everything can still be read and backed up, and no text goes out.
 */

type ClosingDeps = Pick<Deps, 'database' | 'clock'>;

const recordClosing = (tx: Handle, at: string, what: 'closed' | 'opened') =>
  record(tx, {
    at,
    events: [],
    changes: [{ entity: 'shop', id: 'shop', what, ticketNumber: null }],
  });

/** Closes it for moving, or opens it again; it stays closed even after a restart. */
export function setClosed({ database, clock }: ClosingDeps, isClosed: boolean): Promise<void> {
  return database.transact(async (tx) => {
    await database.dialect.lock(tx, closedKey);
    if (((await closedSince(tx)) !== null) === isClosed) return;
    const at = isoTime(clock());
    if (isClosed) await writeSetting(tx, closedKey, at);
    else await tx.deleteFrom('settings').where('key', '=', closedKey).execute();
    await recordClosing(tx, at, isClosed ? 'closed' : 'opened');
  });
}

const restoringSchema = z.object({
  /** Which process restores it. */
  by: z.string(),
  /** ISO 8601: of which moment the backup is. */
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
 * Closes the shop for a restore, or says how far that is. From the step `replacing` on, every process
 * leaves the store alone.
 *
 * @throws Problem shop-moved
 */
export function setRestoring(
  { database, clock }: ClosingDeps,
  restoring: Restoring,
): Promise<void> {
  return database.transact(async (tx) => {
    await database.dialect.lock(tx, closedKey);
    if (restoring.step === 'backing-up') await refuseWhileClosed(tx);
    await writeSetting(tx, restoringKey, JSON.stringify(restoring));
    await recordClosing(tx, isoTime(clock()), 'closed');
  });
}

/** Opens the shop again after a restore that was not made. */
export function endRestoring({ database, clock }: ClosingDeps): Promise<void> {
  return database.transact(async (tx) => {
    await database.dialect.lock(tx, closedKey);
    const { numDeletedRows } = await tx
      .deleteFrom('settings')
      .where('key', '=', restoringKey)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await recordClosing(tx, isoTime(clock()), 'opened');
  });
}
