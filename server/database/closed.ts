import { sql } from 'kysely';
import { Problem } from '../../domain/problems.ts';
import { prepared } from './prepared.ts';
import type { Handle } from './tables.ts';

/** Under this key the settings say since when the shop is closed for moving. */
export const closedKey = 'closed-for-moving';

/** Moving takes minutes, and browsers that wait should not all come at once. */
const retryAfterSeconds = 15;

const selectClosed = prepared<object, { value: string }>((db) =>
  db.selectFrom('settings').select('value').where('key', '=', sql.lit(closedKey)),
);

/** @returns since when the shop is closed for moving, as ISO 8601; null while it is open */
export async function closedSince(db: Handle): Promise<string | null> {
  const { rows } = await selectClosed(db, {});
  return rows[0]?.value ?? null;
}

/** @throws Problem shop-moved while the shop is closed for moving */
export async function refuseWhileClosed(db: Handle): Promise<void> {
  if ((await closedSince(db)) !== null) throw new Problem('shop-moved', { retryAfterSeconds });
}
