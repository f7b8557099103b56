import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** @returns the file's text, or null where there is no such file */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** A link stays one: what it points to is replaced. */
function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (isMissing(error)) return file;
    throw error;
  }
}

/** @returns a name that sorts by time and fits every file system, e.g. `….bak-2026-03-01T09-30-00-000Z` */
const backupName = (file: string, now: Date) =>
  `${file}.bak-${now.toISOString().replace(/[:.]/g, '-')}`;

function writeWhole(file: string, text: string, mode: number): void {
  const handle = openSync(file, 'wx', mode);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Puts the text in the file's place, whole or not at all. What stood there before is kept beside
 * it first.
 *
 * @returns where the old file is kept; null where there was none
 * @throws what the file system says; the file is then as it was
 */
export function writeShopFile(file: string, text: string, now: Date): string | null {
  const target = targetOf(file);
  const isReplaced = readIfThere(target) !== null;
  const temporary = join(dirname(target), `.shop-config-${randomUUID()}.tmp`);
  try {
    writeWhole(temporary, text, isReplaced ? statSync(target).mode & 0o777 : 0o644);
    const backup = isReplaced ? backupName(target, now) : null;
    if (backup !== null) copyFileSync(target, backup, constants.COPYFILE_EXCL);
    renameSync(temporary, target);
    return backup;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
