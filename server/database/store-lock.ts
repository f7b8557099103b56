import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Who uses a store, and who replaces it. Processes that have the store open share the lock; a
 * restore holds it alone. The operating system releases it with the process, however that ends
 * (docs/decisions/backups.md).
 */
export interface StoreLock {
  release(): void;
}

/** Nothing can be opened now; it can be when the restore is done. */
export class StoreIsBeingRestored extends Error {
  constructor() {
    super('A backup is being restored here. Start again when it is done.');
    this.name = 'StoreIsBeingRestored';
  }
}

/** Beside the database: the database itself may be replaced by another. */
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

/** @throws StoreIsBeingRestored */
export function shareStore(databaseFile: string): StoreLock {
  const lock = lockWith(lockFile(databaseFile), 'begin');
  if (lock === null) throw new StoreIsBeingRestored();
  return lock;
}

/** @returns null when the store is in use */
export function takeStoreAlone(databaseFile: string): StoreLock | null {
  return lockWith(lockFile(databaseFile), 'begin exclusive');
}

/** The store as held by the one process that serves it. */
export interface ServedStore extends StoreLock {
  servedAt(address: string): void;
}

/**
 * Several processes on one embedded database would each show what they remember, so only one serves it.
 * Programs that only read or write it alongside that one, such as a backup, do not need this lock.
 *
 * @throws Error that names the process that serves it already
 */
export function serveStore(databaseFile: string): ServedStore {
  // The lock ends with its process; the note may outlive it and only says who holds the lock.
  const note = `${databaseFile}-served-by`;
  const lock = lockWith(`${databaseFile}-serving`, 'begin exclusive');
  if (lock === null) {
    throw new Error(
      `The product is already running on ${dirname(databaseFile)}: ${servedBy(note)}. Use that one, or stop it first. A second shop needs a DATA_DIR of its own.`,
    );
  }
  const write = (holder: string) => {
    try {
      writeFileSync(note, holder, { mode: 0o600 });
    } catch {
      // A full disk must not keep the shop from reading.
    }
  };
  write(`process ${process.pid}`);
  return {
    servedAt: (address) => write(`process ${process.pid}, ${address}`),
    release() {
      rmSync(note, { force: true });
      lock.release();
    },
  };
}

function servedBy(note: string): string {
  try {
    return readFileSync(note, 'utf8');
  } catch {
    return 'another process';
  }
}

/** Under this key PostgreSQL keeps the same lock. */
export const postgresStoreLock = 'watch-repair-back-office store';
/** Under this one, that of the process that restores a backup, from the press of the button to the end. */
export const postgresRestoreLock = 'watch-repair-back-office restore';

/** What the product calls its connections to PostgreSQL. */
export const applicationName = 'watch-repair-back-office';

/** Makes a folder's entries, or a file, durable: a rename or removal survives a power cut only then. */
export async function syncPath(path: string): Promise<void> {
  // Windows cannot open a folder to sync it.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
