import type { Client, Repair } from '../../domain/api-answers.ts';
import { isOpen } from '../../domain/repair-status.ts';
import { type CopyKey, copyKeys, type RepairCopyKey } from './copy-keys.ts';
import { isClient, isRepair } from './copy-shape.ts';

/** What goes into which copy, in which order and how much of it. */

export interface CopyRow {
  [copyKeys.open]: Repair;
  [copyKeys.estimateSent]: Repair;
  [copyKeys.completed]: Repair;
  [copyKeys.clients]: Client;
}

interface Bound {
  rows: number;
  /** UTF-16 units of the JSON: what browsers count. */
  characters: number;
}

/**
 * Browsers give an origin between 2.5 and 5 million characters. All copies together take at most
 * 1.85 million, which leaves room for half-typed forms and for repairs that wait to be sent.
 */
export const copyBounds: Readonly<Record<CopyKey, Bound>> = {
  [copyKeys.open]: { rows: 500, characters: 700_000 },
  [copyKeys.estimateSent]: { rows: 200, characters: 250_000 },
  [copyKeys.completed]: { rows: 500, characters: 600_000 },
  [copyKeys.clients]: { rows: 1_000, characters: 300_000 },
};

/**
 * Which copy holds a repair of this status. A ticket whose estimate was just sent is "removed from
 * the open local list and appears in the estimates list" (specification, section 4); it is kept
 * beside that list, so that without the server it is still found, by its estimate too. With the
 * customer's answer it waits for staff and is open again.
 */
export function copyOf(status: string): RepairCopyKey {
  if (status === 'estimate-sent') return copyKeys.estimateSent;
  return isOpen(status) ? copyKeys.open : copyKeys.completed;
}

interface Dated {
  id: string;
  createdAt: string;
  updatedAt: string;
}

/** The server's ids grow with time, like its lists' order. */
function newestFirst(one: Dated, other: Dated): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/**
 * Each row once, newest first. Of two versions of a row the one that was changed last counts; of
 * two changed at the same time the one from the later list, because a ticket also shows its
 * client's details, whose change does not touch the ticket's own time.
 */
export function merged<Row extends Dated>(...lists: readonly (readonly Row[])[]): Row[] {
  const rows = new Map<string, Row>();
  for (const row of lists.flat()) {
    const known = rows.get(row.id);
    if (known === undefined || row.updatedAt >= known.updatedAt) rows.set(row.id, row);
  }
  return [...rows.values()].sort(newestFirst);
}

/** @returns what each copy of repairs holds, in the order given */
export function partitioned(repairs: readonly Repair[]): Record<RepairCopyKey, Repair[]> {
  const parts: Record<RepairCopyKey, Repair[]> = {
    [copyKeys.open]: [],
    [copyKeys.estimateSent]: [],
    [copyKeys.completed]: [],
  };
  for (const repair of repairs) parts[copyOf(repair.status)].push(repair);
  return parts;
}

/**
 * @param rows newest first
 * @returns the JSON of the newest rows that stay within the bound, one text for each row
 */
export function fittingTexts(rows: readonly unknown[], bound: Bound): string[] {
  const texts: string[] = [];
  let characters = '[]'.length;
  for (const row of rows.slice(0, bound.rows)) {
    const text = JSON.stringify(row);
    characters += text.length + (texts.length === 0 ? 0 : ','.length);
    if (characters > bound.characters) break;
    texts.push(text);
  }
  return texts;
}

export const listText = (texts: readonly string[]) => `[${texts.join(',')}]`;

function isRowOf<Key extends CopyKey>(key: Key, row: unknown): row is CopyRow[Key] {
  return key === copyKeys.clients ? isClient(row) : isRepair(row);
}

/**
 * @returns null for what is not a copy of today's shape. One broken row spoils the whole list: who
 *   knows what else of it is not what it was, and the server has it all.
 */
export function rowsFromText<Key extends CopyKey>(key: Key, text: string): CopyRow[Key][] | null {
  // We never wrote it, and it would hold up the screen.
  if (text.length > copyBounds[key].characters) return null;
  try {
    const rows: unknown = JSON.parse(text);
    if (!Array.isArray(rows)) return null;
    return rows.every((row): row is CopyRow[Key] => isRowOf(key, row)) ? rows : null;
  } catch {
    return null;
  }
}
