import { open, realpath, rm, rmdir } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Config } from '../../base/config.ts';
import { programFolder } from '../../base/program.ts';
import { property } from '../../database/outage.ts';
import type { TriedFolder } from '../../settings/actions.ts';
import { ensureFolder, trialFileName } from './folder.ts';
import { BackupFailure, reasonOf } from './reports.ts';

/** A folder for backups is tested when it is chosen, not at night. */

const isWithin = (path: string, folder: string) => {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
};

/** An update replaces the product's own files. The data folder may be among them, and stays. */
function refuseProgramFolder(path: string, dataDir: string): void {
  if (!isWithin(path, programFolder) || isWithin(path, dataDir)) return;
  throw new BackupFailure(`${programFolder} is the product’s own folder, which an update replaces`);
}

async function writeAndRemove(folder: string): Promise<void> {
  const path = join(folder, trialFileName());
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile('trial\n');
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    // Some folders, such as those of processes, hold only what the system puts there.
    if (property(error, 'code') === 'ENOENT') {
      throw new BackupFailure('no file can be made in that folder', error);
    }
    throw error;
  }
  await rm(path);
}

/**
 * Makes the folder if it is missing, as backups do, writes a file in it and removes that again.
 *
 * @throws Error that says why backups cannot be kept there, and what to do
 */
export async function tryFolder(
  folder: string,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<TriedFolder> {
  if (!isAbsolute(folder)) {
    throw new Error('Enter the full path of the folder, such as /mnt/backup-disk/watch-repair');
  }
  const path = resolve(folder);
  let isMade = false;
  const undo = async () => {
    if (isMade) await rmdir(path).catch(() => undefined);
  };
  try {
    refuseProgramFolder(path, dataDir);
    isMade = await ensureFolder(path);
    // Links may lead into it as well.
    refuseProgramFolder(await realpath(path), await realpath(dataDir));
    await writeAndRemove(path);
    return { undo };
  } catch (error) {
    await undo();
    const reason = reasonOf(error).replace(/\.$/, '');
    throw new Error(
      `Backups cannot be kept there: ${reason}${reason.endsWith('?') ? '' : '.'} Choose a folder that the product can write to, inside one that already exists.`,
      { cause: error },
    );
  }
}
