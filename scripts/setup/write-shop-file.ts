import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** @returns what is asked of a file, or what stands in where there is no such file */
function ifThere<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}

/** @returns the file's text, or null where there is no such file */
export const readIfThere = (file: string): string | null =>
  ifThere(() => readFileSync(file, 'utf8'), null);

/** @returns a name that sorts by time and fits every file system, e.g. `….bak-2026-03-01T09-30-00-000Z` */
const backupName = (file: string, now: Date) =>
  `${file}.bak-${now.toISOString().replace(/[:.]/g, '-')}`;

/**
 * Puts the text in the file's place, whole or not at all. What stood there before is kept beside
 * it first.
 *
 * @returns where the old file is kept; null where there was none
 * @throws what the file system says; the file is then as it was
 */
export function writeShopFile(file: string, text: string, now: Date): string | null {
  // A link stays one: what it points to is replaced.
  const target = ifThere(() => realpathSync(file), file);
  const isReplaced = readIfThere(target) !== null;
  const temporary = join(dirname(target), `.shop-config-${randomUUID()}.tmp`);
  try {
    const mode = isReplaced ? statSync(target).mode & 0o777 : 0o644;
    writeFileSync(temporary, text, { mode, flag: 'wx', flush: true });
    const backup = isReplaced ? backupName(target, now) : null;
    if (backup !== null) copyFileSync(target, backup, constants.COPYFILE_EXCL);
    renameSync(temporary, target);
    return backup;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
