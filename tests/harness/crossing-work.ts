import { vi } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import type { StoredRows } from './stored-rows.ts';

/** A database in which one transaction at a time can be kept from committing. */
export interface HoldableDatabase {
  database: Database;
  /** The next transaction does all of its work and then waits. */
  holdNext(): { reached: Promise<void>; release(): void };
}

export function holdable(real: Database): HoldableDatabase {
  let next: { reach(): void; released: Promise<void> } | null = null;
  return {
    database: {
      ...real,
      transact: (work) => {
        const hold = next;
        next = null;
        return real.transact(async (tx) => {
          const result = await work(tx);
          hold?.reach();
          await hold?.released;
          return result;
        });
      },
    },
    holdNext: () => {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      next = { reach: reached.resolve, released: released.promise };
      return { reached: reached.promise, release: released.resolve };
    },
  };
}

/** Resolves once some work on PostgreSQL is done, or waits for a lock. */
export async function doneOrWaiting(rows: StoredRows, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  // A failure surfaces where the work is awaited.
  work.then(over, over);
  await vi.waitFor(
    async () => {
      const waiting = await rows.run(`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      if (!isOver && waiting.length === 0) throw new Error('Neither done nor waiting');
    },
    { timeout: 5000 },
  );
}

/**
 * Does two pieces of work on PostgreSQL at the same time: the first has done all of its work when the
 * second begins, and is committed only when the second is done or waits for it.
 */
export async function cross(
  { holdNext }: HoldableDatabase,
  rows: StoredRows,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  const { reached, release } = holdNext();
  const one = first();
  await Promise.race([reached, one]);
  const other = second();
  await doneOrWaiting(rows, other).finally(release);
  await Promise.all([one, other]);
}
