import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { photoName } from '../../domain/photos.ts';
import type { ListedPhoto, PhotoStore } from '../../server/photos/photo-store.ts';

const megabyte = 1024 * 1024;

function newName(): string {
  return photoName(randomUUID(), 'initial', 1_700_000_000_000);
}

/** Bytes that differ from place to place, so that a shifted or mixed copy is noticed. */
function bytesOf(size: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = seed;
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0;
}

export async function allListed(store: PhotoStore): Promise<ListedPhoto[]> {
  const photos: ListedPhoto[] = [];
  for await (const photo of store.list()) photos.push(photo);
  return photos;
}

async function listedNames(store: PhotoStore): Promise<string[]> {
  return (await allListed(store)).map(({ name }) => name).sort();
}

const goodName = '3f2504e0-4f89-41d3-9a0c-0305e82c3301_completed_1700000000000.jpg';
const foreignNames = [
  '',
  '.',
  '..',
  '/',
  '../../etc/passwd',
  '/etc/passwd',
  '..\\..\\windows\\win.ini',
  '%2e%2e%2fetc%2fpasswd',
  `../${goodName}`,
  `${goodName}/../${goodName}`,
  `${goodName}/`,
  `${goodName}\n`,
  `${goodName}\0.jpg`,
  goodName.toUpperCase(),
  goodName.replace('.jpg', '.png'),
  goodName.replace('completed', 'other'),
];

/**
 * What every {@link PhotoStore} has to do, as tests.
 *
 * @param open gives an empty store each time, and how to put it away
 */
export function describePhotoStore(
  adapter: string,
  open: () => Promise<{ store: PhotoStore; close: () => Promise<void> }>,
): void {
  describe(`photo store: ${adapter}`, () => {
    let store: PhotoStore;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ store, close } = await open());
    });
    afterEach(async () => {
      await close();
    });

    it('gives back exactly what was stored, and when', async () => {
      const name = newName();
      const photo = bytesOf(100_000, 1);
      const before = Date.now();
      await store.put(name, photo);
      const found = await store.get(name);
      expect(isSame(found?.bytes, photo)).toBe(true);
      // Some services keep whole seconds, and no two clocks agree to the millisecond.
      expect(found?.lastModified.getTime()).toBeGreaterThan(before - 5000);
      expect(found?.lastModified.getTime()).toBeLessThan(Date.now() + 5000);
      expect(await store.has(name)).toBe(true);
    });

    it('stores a part of a larger buffer as that part alone', async () => {
      const name = newName();
      const whole = bytesOf(3000, 2);
      await store.put(name, whole.subarray(1000, 2000));
      expect(isSame((await store.get(name))?.bytes, whole.slice(1000, 2000))).toBe(true);
    });

    it('keeps a photo of 10 MB whole', async () => {
      const name = newName();
      const photo = bytesOf(10 * megabyte, 3);
      await store.put(name, photo);
      expect(isSame((await store.get(name))?.bytes, photo)).toBe(true);
    });

    it('knows nothing of a photo that was never stored', async () => {
      await store.put(newName(), bytesOf(10, 4));
      const name = newName();
      expect(await store.get(name)).toBeNull();
      expect(await store.has(name)).toBe(false);
    });

    it('replaces a photo of the same name, also by a shorter one', async () => {
      const name = newName();
      await store.put(name, bytesOf(5000, 5));
      await store.put(name, bytesOf(4000, 6));
      expect(isSame((await store.get(name))?.bytes, bytesOf(4000, 6))).toBe(true);
      expect(await listedNames(store)).toEqual([name]);
    });

    it('deletes a photo, and minds neither a second time nor one that never was', async () => {
      const name = newName();
      const other = newName();
      await store.put(name, bytesOf(10, 7));
      await store.put(other, bytesOf(10, 8));
      await store.delete(name);
      await store.delete(name);
      await store.delete(newName());
      expect(await store.get(name)).toBeNull();
      expect(await store.has(name)).toBe(false);
      expect(await listedNames(store)).toEqual([other]);
      await store.put(name, bytesOf(20, 9));
      expect(isSame((await store.get(name))?.bytes, bytesOf(20, 9)), 'stored again').toBe(true);
    });

    it('lists every photo with the time it was stored', async () => {
      expect(await allListed(store)).toEqual([]);
      const names = Array.from({ length: 12 }, newName);
      await Promise.all(names.map((name, index) => store.put(name, bytesOf(50, index))));
      expect(await listedNames(store)).toEqual(names.sort());
      for (const { name, storedAt } of await allListed(store)) {
        expect(storedAt).toEqual((await store.get(name))?.lastModified);
      }
    });

    it('ends up with one whole photo when several of the same name come at once', async () => {
      const name = newName();
      const photos = [11, 12, 13, 14, 15, 16].map((seed) => bytesOf(300_000 + seed, seed));
      await Promise.all(photos.map((photo) => store.put(name, photo)));
      const found = await store.get(name);
      expect(photos.filter((photo) => isSame(found?.bytes, photo))).toHaveLength(1);
      expect(await listedNames(store)).toEqual([name]);
    });

    it('never shows half a photo while it is being replaced', async () => {
      const name = newName();
      const photos = [bytesOf(megabyte, 17), bytesOf(2 * megabyte, 18)];
      await store.put(name, bytesOf(megabyte, 17));
      let isWriting = true;
      const writing = (async () => {
        for (const photo of [...photos, ...photos]) await store.put(name, photo);
      })().finally(() => {
        isWriting = false;
      });
      let reads = 0;
      while (isWriting) {
        const found = await store.get(name);
        expect(photos.some((photo) => isSame(found?.bytes, photo))).toBe(true);
        reads += 1;
      }
      await writing;
      expect(reads).toBeGreaterThan(0);
    });

    it.each(foreignNames)('refuses the foreign name %j in every call', async (foreign) => {
      await expect(store.put(foreign, bytesOf(10, 19))).rejects.toThrow(TypeError);
      await expect(store.get(foreign)).rejects.toThrow(TypeError);
      await expect(store.has(foreign)).rejects.toThrow(TypeError);
      await expect(store.delete(foreign)).rejects.toThrow(TypeError);
      expect(await allListed(store)).toEqual([]);
    });

    it('says that it can serve, and leaves nothing behind by saying so', async () => {
      await expect(store.check()).resolves.toBeUndefined();
      expect(await allListed(store)).toEqual([]);
    });
  });
}
