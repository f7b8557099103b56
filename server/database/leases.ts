import type { Database } from './database.ts';
import { readSetting, writeSetting } from './settings.ts';

/**
 * Takes the lease of a job that several processes on the same data would otherwise all do at once. No
 * lock is held while the job runs: a lease only saves work, so nothing may depend on it.
 *
 * @param now milliseconds since 1970
 * @param forMs how long no other process gets the lease
 * @returns whether this process has it
 */
export function takeLease(
  database: Database,
  work: string,
  now: number,
  forMs: number,
): Promise<boolean> {
  const key = `turn ${work}`;
  return database.transact(async (tx) => {
    await database.dialect.lock(tx, key);
    const taken = await readSetting(tx, key);
    // A clock that was set back must not keep everybody waiting for the time it showed before.
    if (taken !== null && Math.abs(now - Number(taken)) < forMs) return false;
    await writeSetting(tx, key, String(now));
    return true;
  });
}
