import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { gatherRuns, isGathering } from './search-gathering.ts';
import { countDue, indexDue, type SearchedTable, searchedTables } from './search-index.ts';
import type { Handle } from './tables.ts';

/**
 * So many rows that are due are searched as quickly as a small shop; of fewer no batch is made. Not
 * more than one transaction indexes, so that nobody is held up for long.
 */
const enough = 256;

/** How often is looked whether rows have gathered, in milliseconds. */
export const upkeepEveryMs = 2000;

/** Between two batches of rows that move from run to run, in milliseconds: nobody waits for them. */
const breatheMs = 20;

/** An engine that was slow so many times is not slow by chance. */
const slowAtMost = 3;

/** Takes what is due into the search index, a batch at a time, whichever process comes to it. */
export function searchUpkeep(database: Database, log: Pick<Log, 'warn'>) {
  const { dialect, read } = database;
  let isStopped = false;
  let running: Promise<void> | null = null;
  const slowInRow = new Map<SearchedTable, number>();

  /** @returns undefined where another process is at it */
  const inTurn = <Result>(
    { rows }: SearchedTable,
    work: (tx: Handle) => Promise<Result>,
  ): Promise<Result | undefined> =>
    database.transact(async (tx) =>
      (await dialect.tryLock(tx, `search index of ${rows}`)) ? work(tx) : undefined,
    );

  async function catchUpWith(table: SearchedTable, least: number): Promise<void> {
    while (!isStopped) {
      const isDue = (await countDue(read, table, least)) >= least;
      if (isDue && (await inTurn(table, (tx) => indexDue(tx, dialect.search, table)))) {
        await pause();
        continue;
      }
      // Another process is at it, or whoever changes the rows that are due is.
      if (!(await isGathering(read, table))) return;
      if (!(await inTurn(table, (tx) => gatherRuns(tx, dialect.search, table)))) return;
      await sleep(breatheMs);
    }
  }

  /** What is due is searched all the same, so a failure only makes searches slower. */
  function noteFailure(table: SearchedTable, error: unknown): void {
    const outage = dialect.outageOf(error);
    const isSlow = outage === 'slow';
    const count = isSlow ? (slowInRow.get(table) ?? 0) + 1 : 0;
    slowInRow.set(table, count);
    // A database that is away says so itself.
    if (outage !== null && count !== slowAtMost) return;
    log.warn({ err: error }, 'The search index could not be brought up to date');
  }

  async function catchUp(least: number): Promise<void> {
    // Beside each other: what keeps one busy for minutes, or fails, must not keep the other waiting.
    await Promise.all(
      searchedTables.map((table) =>
        catchUpWith(table, least).then(
          () => slowInRow.delete(table),
          (error: unknown) => noteFailure(table, error),
        ),
      ),
    );
  }

  /** @param least how many rows must be due */
  function run(least: number): Promise<void> {
    running ??= catchUp(least).finally(() => {
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
