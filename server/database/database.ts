import type { Dialect } from './dialect.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { Handle } from './tables.ts';

/** The shop's data, whichever engine keeps it. */
export interface Database {
  readonly dialect: Dialect;
  /** For reading: sees what has been committed, and nothing else. */
  readonly read: Handle;
  /**
   * Runs the work as one transaction: all of it is kept, durably, when the promise resolves, and
   * nothing of it when it rejects. PostgreSQL may run the work again after a conflict, so it must
   * touch nothing but the handle it is given.
   */
  transact<Result>(work: (tx: Handle) => Promise<Result>): Promise<Result>;
  /** Registers what is called after each commit here, and after each that another process reports. */
  onCommit(listener: () => Promise<void>): void;
  /**
   * Registers what is called with each notification of a process that shares the data ({@link Dialect.notify}),
   * this one included; with null when some may have been lost.
   */
  onNotification(listener: (notification: string | null) => void): void;
  /** Writes something small, as any request may have to. Throws when that fails. */
  check(): Promise<void>;
  /**
   * Records beside the embedded database how much it holds, if that has changed: from that, a later
   * start knows whether anything was lost. Does nothing on PostgreSQL. Throws when that fails.
   */
  keepState(): Promise<void>;
  close(): Promise<void>;
}

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
  job: string,
  now: number,
  forMs: number,
): Promise<boolean> {
  const key = `lease ${job}`;
  return database.transact(async (tx) => {
    await database.dialect.lock(tx, key);
    const taken = await readSetting(tx, key);
    // A clock that was set back must not make everyone wait until the time it showed before.
    if (taken !== null && Math.abs(now - Number(taken)) < forMs) return false;
    await writeSetting(tx, key, String(now));
    return true;
  });
}
