import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../database.ts';
import { takeLease } from '../leases.ts';
import { changesPage, deleteChangesUpTo, latestRevision, oldestRevision } from './store.ts';

/**
 * So many of the newest changes stay. A browser that has missed {@link changesPage} of them fetches
 * everything anew anyway, so none resumes from further back; the rest is there to look up what
 * happened lately. The newest one always stays: its number is the revision.
 */
export const keptChanges = 20 * changesPage;

/** So many go in one transaction: nobody should wait for long behind it. */
const batch = 1_000;

/** So many transactions at a time: what ten years have left behind goes over some hours. */
const mostBatches = 50;

/** Between two of them, in milliseconds: others want to write as well. */
const breatheMs = 20;

/** One of several processes prunes for all; shorter than the time between. In milliseconds. */
const leaseMs = 50_000;

interface Parts {
  database: Database;
  clock: Clock;
  log: Log;
}

/** Keeps the change log from growing for ever. */
export function changePruning({ database, clock, log }: Parts) {
  let underWay: Promise<void> | null = null;
  let isStopping = false;

  /** Asked of the database itself: what a process remembers may be of a store that was replaced. */
  const lastToGo = async () => (await latestRevision(database.read)) - keptChanges;

  async function prune(): Promise<void> {
    const last = await lastToGo();
    for (let batches = 0; batches < mostBatches && !isStopping; batches += 1) {
      const oldest = await oldestRevision(database.read);
      if (oldest === null || oldest > last) return;
      const upTo = Math.min(last, oldest + batch - 1);
      await database.transact((tx) => deleteChangesUpTo(tx, upTo));
      await sleep(breatheMs);
    }
  }

  async function pruneInTurn(): Promise<void> {
    try {
      const oldest = await oldestRevision(database.read);
      if (oldest === null || oldest > (await lastToGo())) return;
      if (await takeLease(database, 'pruning', clock(), leaseMs)) await prune();
    } catch (error) {
      log.warn({ error: String(error) }, 'What is over could not be cleared away');
    }
  }

  return {
    /** Takes its turn at clearing away changes that nobody resumes from any more. */
    prune(): Promise<void> {
      underWay ??= pruneInTurn().finally(() => {
        underWay = null;
      });
      return underWay;
    },

    /** Begins nothing more. @returns when nothing runs any more */
    async stop(): Promise<void> {
      isStopping = true;
      await underWay;
    },
  };
}
