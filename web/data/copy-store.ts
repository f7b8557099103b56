import type { Client, Overview, Repair } from '../../domain/api-answers.ts';
import {
  type CopyKey,
  copyKeys,
  forgetLocalCopies,
  type RepairCopyKey,
  repairCopyKeys,
} from './copy-keys.ts';
import {
  type CopyRow,
  copyBounds,
  fittingTexts,
  listText,
  merged,
  rowsFromText,
} from './copy-rows.ts';
import { isOverview, isRecord } from './copy-shape.ts';
import { readFlag } from './session.ts';

/**
 * The copies in this browser's local storage. Nothing here throws, no matter what the storage does.
 */

export interface CopyNote {
  /** When the copies were last loaded as a whole, ISO; null when that is not known. */
  at: string | null;
  /** The counts of the whole shop, of which the copies may hold only the newest part. */
  overview: Overview | null;
}

export interface LocalCopies {
  repairs: Repair[];
  /** Which lists of repairs are there; one that was never written or was broken is not. */
  has: ReadonlySet<RepairCopyKey>;
  clients: Client[] | null;
  note: CopyNote;
}

/** No session lives longer: a login that old has ended. */
const longestAgeMs = 7 * 24 * 60 * 60_000;

/**
 * Whether a user is logged in here. Checked together with each read and write, so that nothing is
 * shown before a login, and no late answer restores what a logout in any tab cleared.
 */
export const mayKeepCopies = () => readFlag() === 'set';

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: then there is nothing to remove.
  }
}

/**
 * @returns null when there is no such list. One that fails to parse is removed (specification,
 *   section 8), and so is one of another shape.
 */
export function readCopy<Key extends CopyKey>(key: Key): CopyRow[Key][] | null {
  const text = stored(key);
  if (text === null) return null;
  const rows = rowsFromText(key, text);
  if (rows === null) removeStored(key);
  return rows;
}

export function readNote(): CopyNote {
  const nothing = { at: null, overview: null };
  const text = stored(copyKeys.note);
  if (text === null) return nothing;
  try {
    const note: unknown = JSON.parse(text);
    if (!isRecord(note)) throw new Error('Not a note');
    const { at, overview } = note;
    return {
      at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : null,
      overview: isOverview(overview) ? overview : null,
    };
  } catch {
    removeStored(copyKeys.note);
    return nothing;
  }
}

/** Everything that the copies hold; nothing when nobody is logged in or they are too old. */
export function readLocalCopies(): LocalCopies {
  const none: LocalCopies = {
    repairs: [],
    has: new Set(),
    clients: null,
    note: { at: null, overview: null },
  };
  if (!mayKeepCopies()) return none;
  const note = readNote();
  if (note.at !== null && Date.now() - Date.parse(note.at) > longestAgeMs) {
    forgetLocalCopies();
    return none;
  }
  const has = new Set<RepairCopyKey>();
  const lists = repairCopyKeys.map((key) => {
    const rows = readCopy(key);
    if (rows !== null) has.add(key);
    return rows ?? [];
  });
  return { repairs: merged(...lists), has, clients: readCopy(copyKeys.clients), note };
}

/** The name of old versions of Firefox stands beside the standard's. */
const isFull = (error: unknown) =>
  error instanceof DOMException &&
  /^(QuotaExceededError|NS_ERROR_DOM_QUOTA_REACHED)$/.test(error.name);

/** Share of the rows that is tried next when the storage is full. */
const keptWhenFull = 0.75;

/**
 * Writes the newest rows that fit, in one go: another tab finds the old list or the new one, never
 * a mix.
 *
 * @param rows newest first
 * @returns false when the browser takes none of them
 */
export function writeCopy<Key extends CopyKey>(key: Key, rows: readonly CopyRow[Key][]): boolean {
  let texts = fittingTexts(rows, copyBounds[key]);
  for (;;) {
    const text = listText(texts);
    if (!mayKeepCopies()) return true;
    try {
      // What is there already needs no telling to the other tabs.
      if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
      return texts.length > 0 || rows.length === 0;
    } catch (error) {
      if (!isFull(error) || texts.length === 0) break;
      texts = texts.slice(0, Math.floor(texts.length * keptWhenFull));
    }
  }
  // Rather none than one that gets older and older.
  removeStored(key);
  return false;
}

/** @returns false when the browser does not take it */
export function writeNote(note: CopyNote): boolean {
  if (!mayKeepCopies()) return true;
  try {
    localStorage.setItem(copyKeys.note, JSON.stringify(note));
    return true;
  } catch {
    return false;
  }
}
