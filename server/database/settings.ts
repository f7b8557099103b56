import { Problem } from '../../domain/problems.ts';
import { prepared } from './prepared.ts';
import type { Handle } from './tables.ts';

/** What a store knows about itself and the shop as a whole, by key. */

/** Which restored store it is. */
export const storeEpochKey = 'epoch';
/** When it was restored from a backup. */
export const restoredAtKey = 'restored-at';
/** Until when the shop that a backup replaced was open: what customers texted was answered there. */
export const answeredUntilKey = 'answered-until';
export const photoHomeKey = 'photo-home';
/** Which backup is being restored, and by which process: the shop is closed to every change. */
export const restoringKey = 'restoring';
/** The shop's settings as JSON, with their revision. */
export const shopSettingsKey = 'shop-settings';
/** The account for real texts that the environment sets; not set if it sets none. */
export const outsideTextingKey = 'texting-outside';
/** When the provider's webhooks were last called. */
export const webhookCallsKey = 'texting-calls';
/** When the first-run setup was done. */
export const setUpKey = 'shop-set-up';

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

/** @returns when the store was restored from a backup, in milliseconds since 1970; null if it was not */
export async function restoredAt(db: Handle): Promise<number | null> {
  const at = await readSetting(db, restoredAtKey);
  return at === null ? null : Date.parse(at);
}

/** Writes something, to show that writing works: a full disk still lets everyone read. */
export const checkWriting = (tx: Handle): Promise<void> =>
  writeSetting(tx, 'checked', new Date().toISOString());

/** A restore takes minutes, and waiting browsers should not all come back at once. */
const retryAfterSeconds = 15;

/** Whether the shop is closed to every change. */
export const isClosed = async (db: Handle): Promise<boolean> =>
  (await readSetting(db, restoringKey)) !== null;

/** @throws Problem shop-restoring while the shop is closed */
export async function refuseWhileClosed(db: Handle): Promise<void> {
  if (await isClosed(db)) throw new Problem('shop-restoring', { retryAfterSeconds });
}
