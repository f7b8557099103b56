import type { StorePlace } from '../backups/snapshot.ts';
import { dataFiles } from '../config.ts';
import type { StoreNote } from '../database/closing.ts';

/**
 * Opens and closes a store for changes. The note that says how it is and the triggers that refuse
 * changes are written in one transaction, so that they never disagree.
 */
export interface StoreGate {
  /** null for a store that was never part of a move, and where there is none. */
  note(): Promise<StoreNote | null>;
  /**
   * Writes the note, and closes or opens the store as it says. Waits for changes that are under way.
   *
   * @param epoch also makes it another store for browsers: revisions mean something else from here
   */
  set(note: StoreNote, epoch?: string): Promise<void>;
  /** As {@link set} with nobody else at work in it. @returns false when somebody is */
  setAlone(note: StoreNote, epoch?: string): Promise<boolean>;
  /** How many texts are on their way at this moment. */
  textsUnderWay(): Promise<number>;
  close(): Promise<void>;
}

export const anotherMove =
  'Another "npm run move" is at work on this shop. Wait for it, or stop it there with Ctrl-C.';

/**
 * @param isMove whether nobody else may be moving the shop meanwhile
 * @throws BackupFailure when somebody else is
 */
export async function openGate(
  { databaseUrl, dataDir }: StorePlace,
  isMove: boolean,
): Promise<StoreGate> {
  if (databaseUrl !== null) {
    const { openPostgresGate } = await import('./postgres-gate.ts');
    return openPostgresGate(databaseUrl, isMove);
  }
  const { openSqliteGate } = await import('./sqlite-gate.ts');
  return openSqliteGate(dataFiles.database(dataDir), isMove);
}
