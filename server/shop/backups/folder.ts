import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isBackupFileName } from '../../../domain/api-backups.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { isoTime } from '../../base/clock.ts';
import { type Config, dataFiles } from '../../base/config.ts';
import { commandHere } from '../../base/program.ts';
import { property } from '../../database/outage.ts';
import { syncPath } from '../../database/store-lock.ts';
import { readStoreState, type StoreDamage } from '../../database/store-state.ts';
import { type BackupKind, backupFileName } from './manifest.ts';
import { readAbout } from './reader.ts';
import { BackupFailure } from './reports.ts';
import type { Sink } from './tar.ts';

/** A folder of backups: listing them, beginning a new one, and removing old ones. */

export interface ListedBackup {
  name: string;
  /** ISO 8601: when it was started. */
  at: string;
  bytes: number;
  kind: BackupKind;
}

/** Where the shop's backups go. Not always an absolute path: an earlier version took any. */
export function usualBackupFolder(
  { backups }: Pick<ShopSettings, 'backups'>,
  { dataDir }: Pick<Config, 'dataDir'>,
): string {
  const folder = backups?.folder ?? join(dataDir, 'backups');
  return isAbsolute(folder) ? resolve(folder) : folder;
}

/** An unfinished file that nobody has written to for this long is what a killed process left. */
const leftoverAgeMs = 60 * 60 * 1000;
const unfinished = /^\.watch-repair-.*\.backup\.part$/;
/** For a test file: what a killed process leaves of it is removed with the other leftovers. */
export const trialFileName = () => `.watch-repair-trial-${randomUUID()}.backup.part`;

const hasCode = (error: unknown, code: string) => property(error, 'code') === code;

/**
 * Only the last part of the path is made, or a disk that is not connected would look like an empty folder.
 *
 * @returns whether it was made
 * @throws BackupFailure for what is not an absolute path, or not a folder; or what the disk says
 */
export async function ensureFolder(folder: string): Promise<boolean> {
  if (!isAbsolute(folder)) {
    throw new BackupFailure(
      `“${folder}” does not say where on the server the folder is; enter its full path in the settings`,
    );
  }
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    if ((await stat(folder)).isDirectory()) return false;
    throw new BackupFailure(`${folder} is not a folder`);
  }
  await syncPath(dirname(folder));
  return true;
}

async function removeLeftovers(folder: string): Promise<void> {
  const oldest = Date.now() - leftoverAgeMs;
  for (const name of await readdir(folder)) {
    if (!unfinished.test(name)) continue;
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts !== null && facts.mtimeMs < oldest) await rm(path, { force: true });
  }
}

export interface NewFile {
  at: string;
  name: string;
  path: string;
  temporary: string;
  sink: Sink;
  /** Closes and removes what has been written. */
  discard(): Promise<void>;
}

/** How many seconds ahead a free name is looked for: others may have begun in the same one. */
const maxSeconds = 60;

/**
 * Begins a new file under a temporary name that belongs to nobody else.
 *
 * @param now milliseconds since 1970
 */
export async function newBackupFile(
  folder: string,
  now: number,
  createSink: (path: string) => Promise<Sink>,
): Promise<NewFile> {
  await ensureFolder(folder);
  await removeLeftovers(folder);
  for (let second = 0; second < maxSeconds; second += 1) {
    const at = isoTime(Math.floor(now / 1000 + second) * 1000);
    const name = backupFileName(at);
    const path = join(folder, name);
    const temporary = join(folder, `.${name}.part`);
    if (existsSync(path)) continue;
    try {
      const sink = await createSink(temporary);
      const discard = async () => {
        await sink.close().catch(() => undefined);
        await rm(temporary, { force: true });
      };
      return { at, name, path, temporary, sink, discard };
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  throw new BackupFailure('Too many backups were started at once. Try again in a minute.');
}

/** Gives a finished file its name, durably. */
export async function finishFile({ temporary, path }: NewFile): Promise<void> {
  await rename(temporary, path);
  await syncPath(dirname(path));
}

/** Every backup in a folder, the newest first; none if there is no such folder. */
export async function listBackups(folder: string): Promise<ListedBackup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  const listed: ListedBackup[] = [];
  for (const name of names) {
    if (!isBackupFileName(name)) continue;
    const path = join(folder, name);
    // The beginning says who made it and why.
    const about = await readAbout(path).catch(() => null);
    const facts = await stat(path).catch(() => null);
    if (about && facts) listed.push({ name, at: about.at, bytes: facts.size, kind: about.kind });
  }
  return listed.sort((one, other) => other.name.localeCompare(one.name));
}

/**
 * Removes the oldest scheduled backups beyond those to be kept. Backups made by hand stay, and so
 * does what is not a backup of this product, under any name. The one just made stays too, even if the
 * clock was wrong.
 *
 * @returns the names of what was removed
 */
export async function removeOldBackups(
  folder: string,
  keep: number,
  justMade: string,
): Promise<string[]> {
  const scheduled = (await listBackups(folder)).filter(
    ({ kind, name }) => kind === 'scheduled' && name !== justMade,
  );
  const old = scheduled.slice(Math.max(0, keep - 1));
  for (const { name } of old) await rm(join(folder, name), { force: true });
  return old.map(({ name }) => name);
}

const shellWord = (path: string) => (/^[\w./@+-]+$/.test(path) ? path : JSON.stringify(path));

/** @returns what is known of the damage, the newest backup, and what can be done, each on a line of its own */
export async function waysBack(
  { message, kind }: StoreDamage,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<string> {
  const known = readStoreState(dataFiles.database(dataDir))?.backupFolder;
  const folder = resolve(known ?? join(dataDir, 'backups'));
  const [newest] = await listBackups(folder).catch(() => []);
  const backup = newest === undefined ? 'FILE' : shellWord(join(folder, newest.name));
  const goOn =
    kind === 'lost'
      ? 'continue with what is there'
      : 'start with an empty shop and set this data aside';
  return [
    message,
    `Nothing was changed. Before anything else, copy ${dataDir} as it is to another disk.`,
    newest === undefined
      ? `  There is no backup in ${folder}. Look for one elsewhere.`
      : `  The newest backup is ${backup}, from ${newest.at}.`,
    `  To restore it: ${commandHere('restore', backup, '--replace')}`,
    `  To ${goOn}: ${commandHere('start', '', '--accept-loss')} (once)`,
  ].join('\n');
}
