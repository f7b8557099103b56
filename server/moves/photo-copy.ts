import { hash } from 'node:crypto';
import { BackupFailure } from '../backups/failure.ts';
import { type PhotoStore, PhotoStoreError } from '../photos/photo-store.ts';
import type { MoveListener } from './progress.ts';

/** So many are on their way at once: most of the time goes by waiting for the other side. */
const atOnce = 6;

/** A photo that arrives altered is sent again so often at most. */
const mostTries = 3;

interface Stores {
  from: PhotoStore;
  to: PhotoStore;
}

const checksumOf = (bytes: Uint8Array) => hash('sha256', bytes, 'hex');

async function namesIn(store: PhotoStore): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { name } of store.list()) names.add(name);
  return names;
}

/** @returns null for a photo that is not there, or not as it was stored, as far as its store can tell */
async function intactIn(store: PhotoStore, name: string): Promise<Uint8Array | null> {
  const found = await store.get(name).catch((error: unknown) => {
    // Altered on the way or where it lies.
    if (error instanceof PhotoStoreError && error.outage === 'broken') return null;
    throw error;
  });
  return found?.bytes ?? null;
}

export interface PhotoCounts {
  /** Brought over now. */
  copied: number;
  /** Found there already, the same to the last byte. */
  present: number;
  bytes: number;
}

/** Brings photos from one store to another, each read again from there before it counts. */
export class PhotoCopy {
  readonly counts: PhotoCounts = { copied: 0, present: 0, bytes: 0 };
  readonly #stores: Stores;
  readonly #listener: MoveListener;
  /** A photo never changes under its name, so whatever was compared once stays compared. */
  readonly #equal = new Set<string>();

  constructor(stores: Stores, listener: MoveListener) {
    this.#stores = stores;
    this.#listener = listener;
  }

  /** Whether there are photos that are none of the shop's. */
  async holdsOthers(): Promise<boolean> {
    const names = await namesIn(this.#stores.to);
    if (names.size === 0) return false;
    const own = await namesIn(this.#stores.from);
    // Names are made of random ids: nobody else has the same.
    return [...names].some((name) => !own.has(name));
  }

  async #bringOver(name: string, bytes: Uint8Array, isThere: boolean): Promise<void> {
    const checksum = checksumOf(bytes);
    const { to } = this.#stores;
    const arrived = async () => {
      const found = await intactIn(to, name);
      return found !== null && checksumOf(found) === checksum;
    };
    if (isThere && (await arrived())) {
      this.counts.present += 1;
      return;
    }
    for (let tries = 1; tries <= mostTries; tries += 1) {
      await to.put(name, bytes);
      if (!(await arrived())) continue;
      this.counts.copied += 1;
      this.counts.bytes += bytes.length;
      return;
    }
    throw new BackupFailure(
      `The photo ${name} arrives otherwise than it was sent, ${mostTries} times in a row.`,
    );
  }

  /** Brings over every photo that is not there yet. */
  async copy(): Promise<void> {
    const { from, to } = this.#stores;
    const there = await namesIn(to);
    const waiting = [...(await namesIn(from))].filter((name) => !this.#equal.has(name));
    const total = waiting.length;
    let done = 0;
    const say = () => this.#listener.onProgress({ what: 'photos', table: null, done, total });
    say();
    const work = async () => {
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        this.#listener.checkpoint();
        const photo = await from.get(name);
        // One that was deleted meanwhile is no longer the shop's.
        if (photo !== null) {
          await this.#bringOver(name, photo.bytes, there.has(name));
          this.#equal.add(name);
        }
        done += 1;
        say();
      }
    };
    const stopOthers = (error: unknown) => {
      waiting.length = 0;
      throw error;
    };
    const workers = await Promise.allSettled(
      Array.from({ length: atOnce }, () => work().catch(stopOthers)),
    );
    const failed = workers.find((worker) => worker.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /**
   * Takes out what has been deleted since it was copied.
   *
   * @param named the photos that rows name: they stay, whatever the former place has
   */
  async removeDeleted(named: readonly string[]): Promise<void> {
    const { from, to } = this.#stores;
    const stays = new Set(named);
    for (const name of await namesIn(to)) {
      if (!stays.has(name) && !(await from.has(name))) await to.delete(name);
    }
  }

  /**
   * @param named the photos that rows name
   * @returns those that are in neither place
   */
  async lostOf(named: readonly string[]): Promise<string[]> {
    const { from, to } = this.#stores;
    const lost: string[] = [];
    for (const name of named) {
      if (this.#equal.has(name) || (await from.has(name))) continue;
      // What an earlier run brought over may be the last copy.
      if ((await intactIn(to, name)) === null) lost.push(name);
    }
    return lost;
  }

  /**
   * As {@link lostOf}, once nothing can be added any more.
   *
   * @throws BackupFailure when one has not come over that could have
   */
  async checkNamed(named: readonly string[]): Promise<string[]> {
    const lost = await this.lostOf(named);
    for (const name of named) {
      if (this.#equal.has(name) || lost.includes(name)) continue;
      if (await this.#stores.from.has(name)) {
        throw new BackupFailure(`The photo ${name} has not arrived.`);
      }
    }
    return lost;
  }
}
