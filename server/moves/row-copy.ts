import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { knownLevels } from '../backups/catalog.ts';
import { BackupFailure } from '../backups/failure.ts';
import { countedTables } from '../backups/manifest.ts';
import { openSnapshot, type Snapshot, type StorePlace } from '../backups/snapshot.ts';
import { openTarget, type RestoreTarget } from '../backups/target.ts';
import { type StoreNote, storeNoteKey } from '../database/closing.ts';
import type { MoveListener } from './progress.ts';
import {
  differingTables,
  movedRows,
  RowSum,
  rowCounter,
  type StoreSums,
  sumsOf,
  type TableSum,
} from './row-sums.ts';

/** Where an embedded store is built, beside its place. */
const stagingName = 'moving';

/** A shop that was only just set up: nobody has worked with it. */
const tablesOfEverySetup: readonly string[] = ['settings', 'sessions', 'login_failures'];

/** Everything moves, also who is logged in. @throws BackupFailure for tables of another version */
export async function openWholeSnapshot(place: StorePlace): Promise<Snapshot> {
  const snapshot = await openSnapshot(place, countedTables);
  if (snapshot.level === knownLevels().at(-1)) return snapshot;
  await snapshot.close();
  throw new BackupFailure(
    'The data is from an older version of the product. Start this version on it once, then move it.',
  );
}

async function withTarget<Result>(
  place: StorePlace,
  work: (target: RestoreTarget) => Promise<Result>,
): Promise<Result> {
  const target = await openTarget(place, stagingName);
  try {
    return await work(target);
  } finally {
    await target.close();
    if (place.databaseUrl === null) {
      await rm(join(place.dataDir, stagingName), { recursive: true, force: true });
    }
  }
}

/**
 * Tries out on the place where the shop shall go whether everything can be done there, and takes it
 * all back.
 *
 * @returns whether there are rows that somebody may want
 */
export function tryTarget(place: StorePlace): Promise<boolean> {
  return withTarget(place, async (target) => {
    const occupied = await target.occupiedTables();
    const newest = knownLevels().at(-1);
    if (newest === undefined) throw new Error('There are no migrations');
    await target.begin(newest);
    return occupied.some((table) => !tablesOfEverySetup.includes(table));
  });
}

/**
 * Copies every row as it is, with the counters and a note. All of it is in place when this resolves,
 * nothing of it when it rejects.
 *
 * @param asideFolder where a former embedded store is kept
 * @returns the sums of what was read
 */
export function copyRows(
  snapshot: Snapshot,
  to: { place: StorePlace; note: StoreNote; asideFolder: () => Promise<string | null> },
  listener: MoveListener,
): Promise<StoreSums> {
  return withTarget(to.place, async (target) => {
    // Also takes what is there out of its journal, so that it can be kept aside whole.
    await target.occupiedTables();
    await target.begin(snapshot.level);
    const sums: Record<string, TableSum> = {};
    const count = rowCounter('rows', snapshot, listener);
    for (const table of snapshot.tables) {
      const sum = new RowSum(table);
      count(table.name, 0);
      for await (const batch of snapshot.batches(table.name)) {
        const rows = movedRows(table.name, batch);
        for (const row of rows) sum.add(row);
        await target.insert(table, rows);
        count(table.name, batch.length);
      }
      sums[table.name] = sum.sum;
    }
    for (const [table, value] of Object.entries(snapshot.counters)) {
      if (Object.hasOwn(sums, table)) await target.setCounter(table, value);
    }
    await target.insert({ name: 'settings', columns: ['key', 'value'] }, [
      { key: storeNoteKey, value: JSON.stringify(to.note) },
    ]);
    await target.migrateUp();
    await target.commit(await to.asideFolder());
    await target.prove({});
    return sums;
  });
}

/** Reads the copy from beginning to end. @throws BackupFailure when it is not what was read before */
export async function checkCopy(
  place: StorePlace,
  sums: StoreSums,
  counters: Readonly<Record<string, number>>,
  listener: MoveListener,
): Promise<void> {
  const copy = await openWholeSnapshot(place);
  try {
    const differing = differingTables(sums, await sumsOf(copy, listener));
    const behind = Object.keys(sums).filter(
      (table) => (copy.counters[table] ?? 0) < (counters[table] ?? 0),
    );
    if (differing.length === 0 && behind.length === 0) return;
    throw new BackupFailure(
      `The copy is not what was copied: ${[...differing, ...behind].join(', ')}.`,
    );
  } finally {
    await copy.close();
  }
}
