import { type CheckedLine, uncheckedLines } from '../../domain/final-check.ts';
import type { Handle } from '../database/tables.ts';
import { readShopSettings } from '../settings/store.ts';

/** The boxes to store with a completion. @param given as staff saw and checked them, if they did */
export async function finalCheckNow(
  tx: Handle,
  given: CheckedLine[] | null | undefined,
): Promise<CheckedLine[] | null> {
  if (given) return given.length === 0 ? null : given;
  return uncheckedLines((await readShopSettings(tx)).finalCheck);
}
