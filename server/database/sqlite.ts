import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { sqliteDialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { sqliteOutage } from './outage.ts';
import { checkWriting } from './settings.ts';
import { kyselyOn, kyselyReading } from './sqlite-driver.ts';
import { shareStore } from './store-lock.ts';
import {
  checkReading,
  readStoreState,
  refuseLoss,
  storeFacts,
  writeStoreState,
} from './store-state.ts';
import type { Handle, Tables } from './tables.ts';

/** How long to wait for another process that writes, e.g. one that sets the password. */
const busyTimeoutMs = 5000;

/** The engine's own waiting blocks the whole process: once it serves, only this long. */
const blockingTimeoutMs = 100;

/** How often to check whether another process is done writing, in milliseconds. */
const askAgainMs = 10;

interface Writer {
  /** The only connection of this process that writes; it must not wait for others. */
  connection: DatabaseSync;
  /** How long to wait for another process that writes, in milliseconds. */
  patienceMs: number;
  /** Runs after each commit, before the result is returned. */
  onCommit: () => Promise<void>;
}

/** Runs one write transaction after the other, each with a commit of its own. */
function serialWrites({ connection, patienceMs, onCommit }: Writer) {
  const tx = kyselyOn<Tables>(connection);
  let last: Promise<unknown> = Promise.resolve();

  /** Waits for another process without holding up readers here. */
  async function begin(until: number): Promise<void> {
    for (;;) {
      try {
        connection.exec('begin immediate');
        return;
      } catch (error) {
        if (sqliteOutage(error) !== 'locked' || Date.now() >= until) throw error;
      }
      await sleep(askAgainMs);
    }
  }

  function rollBack(): void {
    try {
      // A full disk makes the engine roll everything back automatically.
      if (connection.isOpen && connection.isTransaction) connection.exec('rollback');
    } catch {
      // Then the next transaction cannot begin, and says why.
    }
  }

  async function run<Result>(work: (tx: Handle) => Promise<Result>, until: number) {
    await begin(until);
    try {
      const result = await work(tx);
      connection.exec('commit');
      return result;
    } catch (error) {
      rollBack();
      throw error;
    }
  }

  return {
    transact<Result>(work: (tx: Handle) => Promise<Result>): Promise<Result> {
      // Counted from here, so that those queued behind another process fail together, not one by one.
      const until = Date.now() + patienceMs;
      const running = last
        .then(() => run(work, until))
        .then(async (result) => {
          await onCommit();
          return result;
        });
      last = running.catch(() => undefined);
      return running;
    },
    async idle(): Promise<void> {
      for (let waited: unknown; waited !== last; ) {
        waited = last;
        await last;
      }
    },
  };
}

interface Opening {
  patienceMs?: number;
  /** Whether a store that holds less than it did is opened anyway, and counts as whole from then on. */
  acceptsLoss?: boolean;
}

/**
 * The embedded engine: one file with one writer, and, while a transaction is open, a reader that sees only
 * what is committed.
 *
 * @throws StoreDamage for a store that has lost data, or cannot be read
 */
export async function openSqlite(
  file: string,
  { patienceMs = busyTimeoutMs, acceptsLoss = false }: Opening = {},
): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = shareStore(file);
  let writer: DatabaseSync;
  try {
    if (!acceptsLoss) refuseLoss(file);
    writer = new DatabaseSync(file, { timeout: busyTimeoutMs });
  } catch (error) {
    lock.release();
    throw error;
  }
  chmodSync(file, 0o600);
  // In memory: what a savepoint must be able to roll back would otherwise go to a temporary file.
  writer.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -4000;
    pragma wal_autocheckpoint = 4000;
  `);
  await migrate(kyselyOn<unknown>(writer), sqliteDialect);
  // From here on, waiting for a lock does not block the process.
  writer.exec('pragma busy_timeout = 0');
  const reader = new DatabaseSync(file, { timeout: blockingTimeoutMs });
  reader.exec('pragma query_only = on; pragma cache_size = -500');
  // The writer's pages stay in its cache, while every commit empties the reader's.
  const reading = () => (writer.isTransaction ? reader : writer);
  const read = kyselyReading<Tables>(reading);

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
  // What was accepted, and what a restore left, is overwritten even if nothing changes anymore.
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
    transact: writing.transact,
    onCommit: (listener) => {
      listeners.push(listener);
    },
    // Nobody else serves this data.
    onNotification: () => undefined,
    check: async () => {
      checkReading(file, reading());
      await writing.transact(checkWriting);
    },
    keepState,
    close: async () => {
      await writing.idle();
      // Closing must not fail because of it: the next start compares with an older state.
      await keepState().catch(() => undefined);
      reader.close();
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
      lock.release();
    },
  };
}
