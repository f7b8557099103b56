import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Backups } from '../../../domain/api-shop.ts';
import type { ListedBackup } from './folder.ts';
import type { BackupRecord } from './store.ts';

/**
 * Each machine sees only its own folder, unless it is a shared one. So each notes in the data what
 * lies in its own, and whichever answers tells of all.
 */

type Made = BackupRecord['made'];

export const ownMachine = hostname();

/** More than this nobody reads. */
const mostNoted = 60;

const isOwn = (folder: string) => (one: { machine: string; folder: string }) =>
  one.machine === ownMachine && one.folder === folder;

/**
 * @param listed what lies in this machine's folder
 * @param removed the names of what was just removed there: in a shared folder, others' too
 */
export function notedLocations(
  made: Made,
  folder: string,
  listed: readonly ListedBackup[],
  removed: readonly string[] = [],
): Made {
  const others = made.filter((one) => !isOwn(folder)(one) && !removed.includes(one.name));
  const own = listed.map((one) => ({ ...one, machine: ownMachine, folder }));
  return newestFirst([...own, ...others]).slice(0, mostNoted);
}

const newestFirst = <Item extends { at: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => other.at.localeCompare(one.at));

/** What all machines have, the newest first; which machine, where there is more than one. */
export function allBackups(
  made: Made,
  folder: string,
  listed: readonly ListedBackup[],
): Backups['items'] {
  const names = new Set(listed.map(({ name }) => name));
  const elsewhere = made.filter((one) => !isOwn(folder)(one) && !names.has(one.name));
  if (elsewhere.length === 0) return [...listed];
  const all = [
    ...listed.map((one) => ({ ...one, machine: ownMachine })),
    ...elsewhere.map(({ name, at, bytes, kind, machine }) => ({ name, at, bytes, kind, machine })),
  ];
  return newestFirst(all);
}

/** The last one that was made, if it is where it could be restored from, as far as is known. */
export function lastBackup(
  { last }: BackupRecord,
  folder: string,
  items: Backups['items'],
): Backups['last'] {
  const [newest = null] = items;
  // Noted before machines were: then it was this one.
  const machine = last?.machine ?? ownMachine;
  // In this machine's folder it would be listed: it has gone from there.
  const isElsewhere = last !== null && (machine !== ownMachine || dirname(last.path) !== folder);
  if (!isElsewhere) {
    const tickets = newest?.at === last?.at ? last?.ticketsToCheck : undefined;
    return newest && (tickets ? { ...newest, ticketsToCheck: tickets } : newest);
  }
  return newest !== null && newest.at > last.at ? newest : last;
}
