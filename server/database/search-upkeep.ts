import { setImmediate as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { countDue, indexDue, searchedTables } from './search-index.ts';

/**
 * So many rows that are due are searched as quickly as a small shop; of fewer no batch is made. Not
 * more than one transaction indexes, so that nobody is held up for long.
 */
const enough = 256;

/** How often is looked whether rows have gathered, in milliseconds. */
export const upkeepEveryMs = 2000;

/** One process at a time indexes. */
const lockKey = 'search index';

/** Takes what is due into the search index, a batch at a time, whichever process comes to it. */
export function searchUpkeep(database: Database, log: Pick<Log, 'warn'>) {
  const { dialect, read } = database;
  let isStopped = false;
  let running: Promise<void> | null = null;

  async function catchUp(least: number): Promise<void> {
    for (const table of searchedTables) {
      while (!isStopped && (await countDue(read, table, least)) >= least) {
        const count = await database.transact(async (tx) =>
          (await dialect.tryLock(tx, lockKey)) ? indexDue(tx, dialect.search, table) : 0,
        );
        // Another process is at it, or whoever changes those rows is.
        if (count === 0) break;
        await pause();
      }
    }
  }

  /** @param least how many rows must be due */
  function run(least: number): Promise<void> {
    running ??= catchUp(least)
      .catch((error: unknown) => {
        // A database that is away says so itself, and what is due is searched all the same.
        if (dialect.outageOf(error) !== null) return;
        log.warn({ err: error }, 'The search index could not be brought up to date');
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    runIfDue: () => run(enough),
    /** Indexes whatever is due. */
    run: () => run(1),
    async stop(): Promise<void> {
      isStopped = true;
      await running;
    },
  };
}
