import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sqliteOutage } from './outage.ts';
import type { Handle } from './tables.ts';

/** More than this many transactions never share a commit: nobody should wait for long. */
const largestGroup = 64;

/** How often another process that writes is asked whether it is done, in milliseconds. */
const askAgainMs = 10;

interface Job {
  work: (tx: Handle) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type Outcome = { value: unknown } | { error: unknown };

interface Parts {
  /** The only one of this process that writes; it must not wait for others by itself. */
  connection: DatabaseSync;
  /** The query builder on it. */
  tx: Handle;
  /** How long another process that writes is waited for, in milliseconds. */
  patienceMs: number;
  /** Runs after each commit, before anybody hears of it. */
  onCommit: () => Promise<void>;
}

/**
 * Commits transactions that wait at the same moment together, so that they share the one expensive
 * step of a durable commit, the sync to disk. Each is all or nothing for itself, and none hears that
 * it is done before that sync (docs/decisions/two-engines.md).
 */
export function groupCommit({ connection, tx, patienceMs, onCommit }: Parts) {
  const waiting: Job[] = [];
  let running: Promise<void> | null = null;

  /** Waits for another process, while everybody here can still read. */
  async function begin(): Promise<void> {
    for (const until = Date.now() + patienceMs; ; await sleep(askAgainMs)) {
      try {
        connection.exec('begin immediate');
        return;
      } catch (error) {
        if (sqliteOutage(error) !== 'locked' || Date.now() >= until) throw error;
      }
    }
  }

  /** All in one go: the usual case. @returns null when one of them failed and nothing was kept */
  async function tryTogether(group: readonly Job[]): Promise<Outcome[] | null> {
    await begin();
    const outcomes: Outcome[] = [];
    for (const job of group) {
      try {
        outcomes.push({ value: await job.work(tx) });
      } catch (error) {
        if (connection.isTransaction) connection.exec('rollback');
        return group.length === 1 ? [{ error }] : null;
      }
    }
    connection.exec('commit');
    return outcomes;
  }

  /** Each behind a savepoint of its own: whoever fails takes only itself back. */
  async function runApart(group: readonly Job[]): Promise<Outcome[]> {
    await begin();
    const outcomes: Outcome[] = [];
    for (const job of group) {
      connection.exec('savepoint job');
      try {
        outcomes.push({ value: await job.work(tx) });
      } catch (error) {
        // A full disk makes the engine take everything back by itself: then all have failed.
        if (!connection.isTransaction) throw error;
        connection.exec('rollback to job');
        outcomes.push({ error });
      }
      connection.exec('release job');
    }
    connection.exec('commit');
    return outcomes;
  }

  /** Must not fail: whoever waits for the group has to hear of it, and the next one has to begin. */
  function takeBack(): void {
    try {
      if (connection.isOpen && connection.isTransaction) connection.exec('rollback');
    } catch {
      // Then the next transaction cannot begin, and says why.
    }
  }

  async function run(group: readonly Job[]): Promise<void> {
    let outcomes: Outcome[];
    try {
      // Keeping savepoints costs a copy of every page that is changed, so first without.
      outcomes = (await tryTogether(group)) ?? (await runApart(group));
    } catch (error) {
      takeBack();
      // Who came meanwhile would wait just as long, one group after the other.
      const behind = sqliteOutage(error) === 'locked' ? waiting.splice(0) : [];
      for (const job of [...group, ...behind]) job.reject(error);
      return;
    }
    await onCommit();
    group.forEach((job, index) => {
      const outcome = outcomes[index];
      if (outcome && 'value' in outcome) job.resolve(outcome.value);
      else job.reject(outcome?.error);
    });
  }

  async function runAll(): Promise<void> {
    // Lets every request that has already arrived join the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await run(waiting.splice(0, largestGroup));
    running = null;
  }

  return {
    /** See `Database.transact`. The work may be run twice. */
    transact<Result>(work: (handle: Handle) => Promise<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        // Run by whoever opens the group, but on behalf of the one who asks.
        waiting.push({
          work: AsyncLocalStorage.bind(work),
          resolve: (value) => resolve(value as Result),
          reject,
        });
        running ??= runAll();
      });
    },
    /** Resolves when nothing waits any more. */
    async idle(): Promise<void> {
      while (running) await running;
    },
  };
}
