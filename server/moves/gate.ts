import { photoHomeKey, storeEpochKey } from '../backups/manifest.ts';
import type { StorePlace } from '../backups/snapshot.ts';
import { dataFiles } from '../config.ts';
import { type StoreNote, storeNoteKey } from '../database/closing.ts';

/** What is written together with a note. */
export interface AlsoNoted {
  /** Makes it another store for browsers: revisions mean something else from here. */
  epoch?: string;
  /** Where its photos lie from here. */
  photoHome?: string;
}

/**
 * Opens and closes a store for changes. The note that says how it is and the triggers that refuse
 * changes are written in one transaction, so that they never disagree.
 */
export interface StoreGate {
  /** null for a store that was never part of a move, and where there is none. */
  note(): Promise<StoreNote | null>;
  /** Where the store's photos lie, as it was last noted; null where nobody did. */
  photoHome(): Promise<string | null>;
  /**
   * Writes the note, and closes or opens the store as it says. Waits for changes that are under way.
   */
  set(note: StoreNote, also?: AlsoNoted): Promise<void>;
  /**
   * As {@link set} with nobody else at work in it.
   *
   * @param note null leaves an open store as it is
   * @returns false when somebody is at work in it
   */
  setAlone(note: StoreNote | null, also?: AlsoNoted): Promise<boolean>;
  /** How many texts are on their way at this moment. */
  textsUnderWay(): Promise<number>;
  close(): Promise<void>;
}

/** @returns what stands under which key of the settings then */
export function notedSettings(
  note: StoreNote | null,
  { epoch, photoHome }: AlsoNoted = {},
): [key: string, value: string][] {
  return [
    ...(note === null ? [] : [[storeNoteKey, JSON.stringify(note)] as [string, string]]),
    ...(epoch === undefined ? [] : [[storeEpochKey, epoch] as [string, string]]),
    ...(photoHome === undefined ? [] : [[photoHomeKey, photoHome] as [string, string]]),
  ];
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
