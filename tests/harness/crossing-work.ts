import { vi } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import type { Handle } from '../../server/database/tables.ts';
import type { StoredRows } from './stored-rows.ts';

type Work = (tx: Handle) => Promise<unknown>;

/**
 * Does two pieces of work on PostgreSQL at the same time: the first has done all of its own when the
 * second begins, and is committed only when the second is done or waits for it.
 */
export async function cross(
  database: Database,
  rows: StoredRows,
  first: Work,
  second: () => Promise<unknown>,
): Promise<void> {
  let commit: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let isDone: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    isDone = resolve;
  });
  const one = database.transact(async (tx) => {
    await first(tx);
    isDone();
    await held;
  });
  await Promise.race([done, one]);
  let isOver = false;
  const other = second().finally(() => {
    isOver = true;
  });
  // Whoever awaits it below hears of a failure.
  other.catch(() => undefined);
  try {
    await vi.waitFor(
      async () => {
        const waiting = await rows.run(`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        if (!isOver && waiting.length === 0) throw new Error('Neither done nor waiting');
      },
      { timeout: 5000 },
    );
  } finally {
    commit();
  }
  await Promise.all([one, other]);
}
