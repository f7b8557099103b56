import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Who uses a store, and who replaces it. Whoever has the store open holds the lock together with
 * others; a restore holds it alone. The operating system lets go of it with the process, however that
 * ends (docs/decisions/backups.md).
 */
export interface StoreLock {
  release(): void;
}

export const storeIsBeingRestored =
  'A backup is being restored here at this moment. Start again when that is done.';

/** Beside the database: the database itself may be put in another's place. */
const lockFile = (databaseFile: string) => `${databaseFile}-in-use`;

function lockWith(file: string, begin: string): StoreLock | null {
  const lock = new DatabaseSync(file, { timeout: 0 });
  chmodSync(file, 0o600);
  try {
    lock.exec(begin);
    // Only reading takes the lock that others can share.
    lock.prepare('select count(*) from sqlite_master').get();
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    const code = (error as { errcode?: unknown }).errcode;
    if (typeof code === 'number' && (code & 0xff) === 5 /* BUSY */) return null;
    throw error;
  }
}

/** @throws Error while a backup is being restored */
export function holdStore(databaseFile: string): StoreLock {
  const lock = lockWith(lockFile(databaseFile), 'begin');
  if (lock === null) throw new Error(storeIsBeingRestored);
  return lock;
}

/** @returns null when somebody uses the store */
export function takeStoreAlone(databaseFile: string): StoreLock | null {
  return lockWith(lockFile(databaseFile), 'begin exclusive');
}

/** @returns null when somebody else is moving the shop from or to this store */
export function takeMoveAlone(databaseFile: string): StoreLock | null {
  return lockWith(`${databaseFile}-moving`, 'begin exclusive');
}

/** Under this key PostgreSQL keeps the same lock. */
export const postgresStoreLock = 'watch-repair-back-office store';

/** Under this key it keeps who is moving the shop. */
export const postgresMoveLock = 'watch-repair-back-office move';

/** What the product calls its connections to PostgreSQL. */
export const applicationName = 'watch-repair-back-office';
