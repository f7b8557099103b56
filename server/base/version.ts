import { isVersionSeen } from '../../domain/edits.ts';
import { Problem } from '../../domain/problems.ts';

/**
 * Refuses a change that was made from an older version.
 *
 * @param ifMatch the version that was seen; undefined if a caller names none (domain/edits.ts)
 * @param updatedAt of what is to be changed, as it is now
 * @param extra what the refusal shows: all that is to be changed, as it is now
 * @throws Problem changed-meanwhile
 */
export function requireVersionSeen(
  ifMatch: string | undefined,
  updatedAt: string,
  extra: Readonly<Record<string, unknown>>,
): void {
  if (!isVersionSeen(ifMatch, updatedAt)) throw new Problem('changed-meanwhile', { extra });
}
