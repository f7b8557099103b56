import type { FileHandle } from 'node:fs/promises';
import type { PhotoStore } from '../photos/photo-store.ts';
import { BackupFailure } from './failure.ts';
import { mostPhotoBytes, type PackedPhoto } from './photo-swap.ts';
import type { OnProgress } from './progress.ts';
import { memberContent } from './tar.ts';

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
 * ends the restore before anything has been brought in.
 */
export function uploadInto(store: PhotoStore) {
  const added: string[] = [];

  async function namesThere(): Promise<Set<string>> {
    const names = new Set<string>();
    for await (const { name } of store.list()) names.add(name);
    return names;
  }

  return {
    async hasPhotos(): Promise<boolean> {
      for await (const _photo of store.list()) return true;
      return false;
    },

    /** @throws BackupFailure where a photo of the same name is another one */
    async bring(
      file: FileHandle,
      photos: readonly PackedPhoto[],
      onProgress: OnProgress,
    ): Promise<void> {
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

    /** Takes out what was brought in, as far as the bucket lets it; the rest is swept one day. */
    async undo(): Promise<void> {
      await inParallel(added.splice(0), (name) => store.delete(name)).catch(() => undefined);
    },
  };
}
