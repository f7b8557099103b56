import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sqliteOutage } from './outage.ts';
import { kyselyOn } from './sqlite-driver.ts';
import type { Handle, Tables } from './tables.ts';

/** How often another process that writes is asked whether it is done, in milliseconds. */
const askAgainMs = 10;

interface Writer {
  /** The only connection of this process that writes; it must not wait for others by itself. */
  connection: DatabaseSync;
  /** How long another process that writes is waited for, in milliseconds. */
  patienceMs: number;
  /** Runs after each commit, before the result is handed out. */
  onCommit: () => Promise<void>;
}

/** Runs one write transaction after the other, each with a commit of its own. */
export function serialWrites({ connection, patienceMs, onCommit }: Writer) {
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
      // A full disk makes the engine take everything back by itself.
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
      // Counted from here, so that a queue behind another process fails together, not one by one.
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
    /** Resolves when no transaction waits any more. */
    async idle(): Promise<void> {
      for (let waited: unknown; waited !== last; ) {
        waited = last;
        await last;
      }
    },
  };
}
