import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isPhotoName } from '../../domain/photos.ts';
import { property } from '../database/outage.ts';
import { syncPath } from '../database/store-lock.ts';
import { type PhotoStore, PhotoStoreError, photoStoreOf } from '../ports/photo-store.ts';

const incomingName = 'incoming';

/**
 * Photos in a folder: `ab/abcdef01-…_initial_1700000000000.jpg`, spread by the first two characters.
 * A photo is written and synced under a temporary name in `incoming/` and then renamed, so that
 * a name only ever leads to a whole photo. A crash may leave a file in `incoming/`, which nobody reads.
 *
 * @param folder made for this user alone (0700) when it does not exist; an existing one stays as it is
 * @throws PhotoStoreError when the folder cannot be made or read
 */
export async function createDiskPhotoStore(folder: string): Promise<PhotoStore> {
  const root = resolve(folder);
  const incoming = join(root, incomingName);
  const syncedFolders = new Set<string>();

  const failed = (what: string, error: unknown) =>
    new PhotoStoreError(`The photo folder ${root} failed to ${what}`, error);

  /** Not recursive: when the whole folder is gone, an empty new one must not take its place. */
  async function ensureFolder(path: string): Promise<void> {
    const isNew = await mkdir(path, { mode: 0o700 }).then(
      () => true,
      (error: unknown) => {
        if (hasCode(error, 'EEXIST')) return false;
        throw error;
      },
    );
    if (!isNew && syncedFolders.has(path)) return;
    await syncPath(root);
    syncedFolders.add(path);
  }

  /** Writes beside the photos; the caller renames the file or removes it. */
  async function withIncomingFile(
    bytes: Uint8Array,
    use: (path: string) => Promise<void>,
  ): Promise<void> {
    await ensureFolder(incoming);
    const path = join(incoming, `${randomUUID()}.part`);
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await use(path);
    } catch (error) {
      // The first failure is the one to report.
      await rm(path, { force: true }).catch(() => {});
      throw error;
    }
  }

  /** @returns null for a missing file, but only while the folder itself is there */
  async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
    const result = await unlessMissing(work);
    if (result === null) await stat(root);
    return result;
  }

  const folderOf = (name: string) => join(root, name.slice(0, 2));
  const pathOf = (name: string) => join(folderOf(name), name);

  try {
    const isNew = (await mkdir(root, { recursive: true, mode: 0o700 })) !== undefined;
    if (isNew) await syncPath(dirname(root));
    await ensureFolder(incoming);
  } catch (error) {
    throw failed('open', error);
  }

  const adapter: PhotoStore = {
    async put(name, bytes) {
      await ensureFolder(folderOf(name));
      await withIncomingFile(bytes, (temporary) => rename(temporary, pathOf(name)));
      await syncPath(folderOf(name));
    },
    async get(name) {
      const file = await orNull(open(pathOf(name), 'r'));
      if (file === null) return null;
      try {
        const bytes = await file.readFile();
        return { bytes, lastModified: (await file.stat()).mtime };
      } finally {
        await file.close();
      }
    },
    has: async (name) => (await orNull(stat(pathOf(name)))) !== null,
    async delete(name) {
      const isGone = (await orNull(unlink(pathOf(name)).then(() => true))) === true;
      if (isGone) await syncPath(folderOf(name));
    },
    async *list() {
      const entries = await readdir(root, { withFileTypes: true });
      for (const { name: folderName } of entries.filter(isSpreadFolder)) {
        for (const name of await readdir(join(root, folderName))) {
          if (!isPhotoName(name) || !name.startsWith(folderName)) continue;
          const facts = await unlessMissing(stat(pathOf(name)));
          if (facts !== null) yield { name, storedAt: facts.mtime };
        }
      }
    },
    check: () => withIncomingFile(Uint8Array.of(0), unlink),
  };
  return photoStoreOf(adapter, failed);
}

function isSpreadFolder(entry: Dirent): boolean {
  return entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name);
}

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

const hasCode = (error: unknown, code: string) => property(error, 'code') === code;
