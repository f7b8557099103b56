import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFiles } from '../../base/config.ts';
import { isWholePicture } from '../../photos/image.ts';
import { openPhotoStore, type PhotoLocation } from '../../photos/location.ts';
import { memberKind } from './manifest.ts';
import type { CheckedBackup } from './reader.ts';
import { BackupFailure, type OnProgress } from './reports.ts';
import { setAside } from './sqlite.ts';
import { type Member, memberContent } from './tar.ts';

/** With a bucket each waits for the network most of the time, and holds one photo in memory. */
const atOnceWithBucket = 8;

/**
 * What a restore does with photos, step by step. Nobody can guess their names, and no row names them before
 * the database is replaced; so the new photos may lie among the former ones until then. Until the last step
 * every row of the former store finds its photos as they were, or sound ones, and from the third on every row
 * of the new one.
 *
 * Former photos in a folder are set aside by a hard link. A bucket has no links: there nothing
 * sound is overwritten or removed, and photos that no row names anymore are swept.
 */
export class PhotoRestore {
  readonly #location: PhotoLocation;
  /** Null for a bucket. */
  readonly #folder: string | null;
  readonly #path: string;
  readonly #packed = new Map<string, Member>();
  readonly #added: string[] = [];
  /** Sound ones whose existing copy is damaged. */
  readonly #soundCopies: [string, Member][] = [];
  /** Those of which neither copy, or both, can be confirmed as sound. */
  readonly #replaced: [string, Member][] = [];

  constructor(location: PhotoLocation, path: string, { members }: CheckedBackup) {
    this.#location = location;
    this.#folder = location.photoBucket === null ? dataFiles.photos(location.dataDir) : null;
    this.#path = path;
    for (const member of members.values()) {
      const what = memberKind(member.name);
      if (what?.kind === 'photo') this.#packed.set(what.photo, member);
    }
  }

  async #names(): Promise<Set<string>> {
    // Opening a folder that is not there would make it.
    if (this.#folder !== null && !existsSync(this.#folder)) return new Set();
    const store = await openPhotoStore(this.#location);
    const names = new Set<string>();
    for await (const { name } of store.list()) names.add(name);
    return names;
  }

  async hasPhotos(): Promise<boolean> {
    return (await this.#names()).size > 0;
  }

  /**
   * Brings in the photos that are not there yet.
   *
   * @throws BackupFailure if a bucket holds another photo under the same name: then nothing is brought in
   */
  async prepare(onProgress: OnProgress): Promise<void> {
    const total = this.#packed.size;
    let done = 0;
    const step = (count: number) => {
      done += count;
      onProgress({ phase: 'photos', done, total });
    };
    step(0);
    const present = await this.#names();
    const store = await openPhotoStore(this.#location);
    const those = (isPresent: boolean) =>
      [...this.#packed].filter(([name]) => present.has(name) === isPresent);
    await this.#inParallel(those(true), async ([name, member]) => {
      const found = await store.get(name);
      const packed = await memberContent(this.#path, member);
      step(1);
      if (!found || packed.equals(found.bytes)) return;
      const isSound = isWholePicture(name, found.bytes);
      // Of two copies of a photo, the sound one wins.
      if (isSound !== isWholePicture(name, packed)) {
        if (!isSound) this.#soundCopies.push([name, member]);
      } else if (this.#folder !== null) {
        this.#replaced.push([name, member]);
      } else {
        // No one could repair that in a bucket by hand.
        throw new BackupFailure(
          `The bucket holds another photo under the name ${name}. Nothing was changed: a restore never overwrites an undamaged photo. Delete that one in the bucket, or restore under another S3_PREFIX.`,
        );
      }
    });
    await this.#inParallel(those(false), async ([name, member]) => {
      const content = await memberContent(this.#path, member);
      this.#added.push(name);
      await store.put(name, content);
      step(1);
    });
  }

  /** Keeps the former photos, as far as the store can do that. */
  async setAside(asideFolder: string): Promise<void> {
    if (this.#folder === null) return;
    const added = new Set(this.#added);
    for (const name of await this.#names()) {
      if (added.has(name)) continue;
      const inner = name.slice(0, 2);
      const kept = join(asideFolder, 'photos', inner);
      mkdirSync(kept, { recursive: true, mode: 0o700 });
      setAside(join(this.#folder, inner, name), kept);
    }
  }

  async #putPacked(photos: readonly [string, Member][]): Promise<void> {
    const store = await openPhotoStore(this.#location);
    for (const [name, member] of photos) {
      await store.put(name, await memberContent(this.#path, member));
    }
  }

  /** Replaces damaged photos with sound copies, which is no loss for the former store. */
  replaceDamaged(): Promise<void> {
    return this.#putPacked(this.#soundCopies);
  }

  /**
   * Now that the new store is in place, puts in its photos of which neither copy, or both, can be confirmed as
   * sound, and removes from a folder the photos that only the former store had.
   */
  async replaceFormer(): Promise<void> {
    await this.#putPacked(this.#replaced);
    if (this.#folder === null) return;
    const store = await openPhotoStore(this.#location);
    for (const name of await this.#names()) if (!this.#packed.has(name)) await store.delete(name);
  }

  /** Removes what was brought in, as far as possible; the rest is swept eventually. */
  async undo(): Promise<void> {
    if (this.#added.length === 0) return;
    const store = await openPhotoStore(this.#location);
    await this.#inParallel(this.#added, (name) => store.delete(name)).catch(() => undefined);
  }

  /** Ends when nothing is under way anymore, even after a failure. */
  async #inParallel<Item>(
    items: readonly Item[],
    work: (item: Item) => Promise<void>,
  ): Promise<void> {
    const atOnce = this.#folder === null ? atOnceWithBucket : 1;
    for (let at = 0; at < items.length; at += atOnce) {
      const ends = await Promise.allSettled(items.slice(at, at + atOnce).map(work));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }
}
