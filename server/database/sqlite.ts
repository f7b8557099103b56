import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { sqliteDialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { serialWrites } from './serial-writes.ts';
import { checkWriting } from './settings.ts';
import { kyselyOn } from './sqlite-driver.ts';
import { holdStore } from './store-lock.ts';
import {
  checkReading,
  readStoreState,
  refuseLoss,
  storeFacts,
  writeStoreState,
} from './store-state.ts';
import type { Tables } from './tables.ts';

/** How long to wait for another process that writes, e.g. one that sets the password. */
const busyTimeoutMs = 5000;

/** Waiting of the engine's own holds up the whole process: once it serves, only this long. */
const blockingTimeoutMs = 100;

interface Opening {
  /** How long another process that writes is waited for. */
  patienceMs?: number;
  /** Whether a store that holds less than it did is opened all the same, and counts as whole from then on. */
  acceptsLoss?: boolean;
}

/**
 * The embedded engine: one file with one writer, and a reader that sees only what is committed.
 *
 * @throws StoreDamage for a store that has lost data, or cannot be read
 */
export async function openSqlite(
  file: string,
  { patienceMs = busyTimeoutMs, acceptsLoss = false }: Opening = {},
): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = holdStore(file);
  let writer: DatabaseSync;
  try {
    if (!acceptsLoss) refuseLoss(file);
    writer = new DatabaseSync(file, { timeout: busyTimeoutMs });
  } catch (error) {
    lock.release();
    throw error;
  }
  chmodSync(file, 0o600);
  // In memory: what a savepoint must be able to take back would otherwise go to a temporary file.
  writer.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -8000;
    pragma wal_autocheckpoint = 4000;
  `);
  await migrate(kyselyOn<unknown>(writer), sqliteDialect);
  // From here on, waiting for a lock does not block the process.
  writer.exec('pragma busy_timeout = 0');
  const reader = new DatabaseSync(file, { timeout: blockingTimeoutMs });
  reader.exec('pragma query_only = on');
  const read = kyselyOn<Tables>(reader);

  const listeners: (() => Promise<void>)[] = [];
  const writing = serialWrites({
    connection: writer,
    patienceMs,
    onCommit: async () => {
      // What is committed stays committed, even if a listener fails.
      for (const listener of listeners) await listener().catch(() => undefined);
    },
  });

  const state = readStoreState(file);
  // What was accepted, and what a restore left, is written over even if nothing changes any more.
  let kept = acceptsLoss || state === null || state.restoring !== undefined ? null : state.revision;
  async function writeState(): Promise<void> {
    const facts = storeFacts(reader);
    if (facts.revision === kept) return;
    await writeStoreState(file, facts);
    kept = facts.revision;
  }
  let keeping = Promise.resolve();
  const keepState = () => {
    keeping = keeping.catch(() => undefined).then(writeState);
    return keeping;
  };

  return {
    dialect: sqliteDialect,
    read,
    snapshot: async () => {
      const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
      connection.exec('pragma query_only = on; begin');
      // The first look at the data is what the moment is fixed by.
      connection.prepare('select count(*) from settings').get();
      return {
        db: kyselyOn<Tables>(connection),
        close: async () => {
          if (connection.isOpen) connection.close();
        },
      };
    },
    transact: writing.transact,
    onCommit: (listener) => {
      listeners.push(listener);
    },
    // Nobody else serves this data.
    onNotification: () => undefined,
    check: async () => {
      checkReading(file, reader);
      await writing.transact(checkWriting);
    },
    keepState,
    close: async () => {
      await writing.idle();
      // Closing must not fail for it: the next start compares with an older state.
      await keepState().catch(() => undefined);
      reader.close();
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
      lock.release();
    },
  };
}
