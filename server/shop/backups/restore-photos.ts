import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPhotoName } from '../../../domain/photos.ts';
import { dataFiles } from '../../config.ts';
import { createDiskPhotoStore } from '../../photos/disk.ts';
import { openPhotoStore, type PhotoLocation } from '../../photos/location.ts';
import type { PhotoStore } from '../../photos/photo-store.ts';
import { BackupFailure } from './failure.ts';
import { memberKind } from './manifest.ts';
import type { OnProgress } from './progress.ts';
import { keepAside } from './sqlite-target.ts';
import { type Member, memberContent } from './tar.ts';

/**
 * What a restore does with photos, step by step. Until the last step every row of the former store
 * finds its photos, and from the third on every row of the new one.
 */
export interface PhotoRestore {
  hasPhotos(): Promise<boolean>;
  /** Takes the backup's photos near enough that nothing but the disk can come in between. */
  prepare(file: FileHandle, members: readonly Member[], onProgress: OnProgress): Promise<void>;
  /** Keeps the former photos, as far as the store can do that. */
  keepAside(folder: string): Promise<void>;
  bringIn(): Promise<void>;
  /** Takes out what only the former store knew. */
  removeOthers(): Promise<void>;
  /** After a failure before the new store was in place. */
  undo(): Promise<void>;
}

/** No photo comes near it: the product takes at most 15 MB and stores less. */
const mostPhotoBytes = 64 * 1024 * 1024;

const folderOf = (name: string) => name.slice(0, 2);

async function photosIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const names: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || !/^[0-9a-f]{2}$/.test(entry.name)) continue;
    names.push(...(await readdir(join(folder, entry.name))).filter(isPhotoName));
  }
  return names;
}

/** A photo as it lies in a backup. */
interface PackedPhoto {
  name: string;
  member: Member;
}

const packedPhotos = (members: readonly Member[]): PackedPhoto[] =>
  members.flatMap((member) => {
    const what = memberKind(member.name);
    return what?.kind === 'photo' ? [{ member, name: what.photo }] : [];
  });

/** Unpacks a backup's photos into a folder of their own. */
async function stagePhotos(
  file: FileHandle,
  photos: readonly PackedPhoto[],
  folder: string,
  onProgress: OnProgress,
): Promise<void> {
  const store = await createDiskPhotoStore(folder);
  onProgress({ phase: 'photos', done: 0, total: photos.length });
  for (const [index, { member, name }] of photos.entries()) {
    await store.put(name, await memberContent(file, member, mostPhotoBytes));
    onProgress({ phase: 'photos', done: index + 1, total: photos.length });
  }
}

/** Gives every photo of a folder a second name in another, so that none is lost with the first. */
async function keepPhotosAside(folder: string, asideFolder: string): Promise<void> {
  for (const name of await photosIn(folder)) {
    const place = join(asideFolder, folderOf(name));
    await mkdir(place, { recursive: true, mode: 0o700 });
    keepAside(join(folder, folderOf(name), name), place);
  }
}

/** Moves unpacked photos among the others; each comes whole or not at all. */
async function bringPhotosIn(from: string, to: string): Promise<void> {
  await createDiskPhotoStore(to);
  const folders = new Set<string>();
  for (const name of await photosIn(from)) {
    const folder = join(to, folderOf(name));
    if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
    folders.add(folder);
    await rename(join(from, folderOf(name), name), join(folder, name));
  }
  if (process.platform === 'win32') return;
  for (const folder of [...folders, to]) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  }
}

/** Takes out the photos of the former store that the new one does not know; they are kept aside. */
async function removeOtherPhotos(folder: string, wanted: readonly string[]): Promise<void> {
  const stays = new Set(wanted);
  for (const name of await photosIn(folder)) {
    if (!stays.has(name)) await rm(join(folder, folderOf(name), name), { force: true });
  }
}

function inFolder(folder: string, staging: string): PhotoRestore {
  const unpacked = join(staging, 'photos');
  let wanted: string[] = [];
  return {
    hasPhotos: async () => (await photosIn(folder)).length > 0,
    async prepare(file, members, onProgress) {
      const photos = packedPhotos(members);
      await stagePhotos(file, photos, unpacked, onProgress);
      wanted = photos.map(({ name }) => name);
    },
    keepAside: (aside) => keepPhotosAside(folder, join(aside, 'photos')),
    bringIn: () => bringPhotosIn(unpacked, folder),
    removeOthers: () => removeOtherPhotos(folder, wanted),
    // The staging folder goes as a whole.
    undo: async () => undefined,
  };
}

/** Each waits for the line most of the time, and holds one photo in memory. */
const atOnce = 8;

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let failure: unknown = null;
  const worker = async () => {
    for (const item of waiting) {
      if (failure !== null) return;
      try {
        await work(item);
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failure !== null) throw failure;
}

/**
 * Brings a backup's photos into a bucket that is in use. Nobody can guess their names, and no row
 * names them before the database is replaced; so they may lie there before that, and what is there
 * stays as it is: a photo that is there already is left alone, and one that is there with other bytes
 * ends the restore before anything has been brought in. A bucket has no second names, so former photos
 * are neither kept aside nor taken out: they are swept.
 */
function inBucket(store: PhotoStore): PhotoRestore {
  const added: string[] = [];

  async function namesThere(): Promise<Set<string>> {
    const names = new Set<string>();
    for await (const { name } of store.list()) names.add(name);
    return names;
  }

  return {
    async hasPhotos() {
      for await (const _photo of store.list()) return true;
      return false;
    },

    /** @throws BackupFailure where a photo of the same name is another one */
    async prepare(file, members, onProgress) {
      const photos = packedPhotos(members);
      const total = photos.length;
      let done = 0;
      const say = () => {
        done += 1;
        onProgress({ phase: 'photos', done, total });
      };
      onProgress({ phase: 'photos', done, total });
      const there = await namesThere();
      const same = photos.filter(({ name }) => there.has(name));
      await inParallel(same, async ({ name, member }) => {
        const found = await store.get(name);
        const wanted = await memberContent(file, member, mostPhotoBytes);
        if (found !== null && Buffer.compare(found.bytes, wanted) !== 0) {
          throw new BackupFailure(
            `The bucket holds another photo under the name ${name}. Nothing was changed: a restore overwrites no photo. Delete that one in the bucket, or restore under another S3_PREFIX.`,
          );
        }
        say();
      });
      const missing = photos.filter(({ name }) => !there.has(name));
      await inParallel(missing, async ({ name, member }) => {
        const wanted = await memberContent(file, member, mostPhotoBytes);
        added.push(name);
        await store.put(name, wanted);
        say();
      });
    },

    keepAside: async () => undefined,
    bringIn: async () => undefined,
    removeOthers: async () => undefined,

    /** Takes out what was brought in, as far as the bucket lets it; the rest is swept one day. */
    async undo() {
      await inParallel(added.splice(0), (name) => store.delete(name)).catch(() => undefined);
    },
  };
}

/** @param staging a folder of the restore's own, on the same disk as the data */
export async function openPhotoRestore(
  place: PhotoLocation,
  staging: string,
): Promise<PhotoRestore> {
  if (place.photoBucket !== null) return inBucket(await openPhotoStore(place));
  return inFolder(dataFiles.photos(place.dataDir), staging);
}
