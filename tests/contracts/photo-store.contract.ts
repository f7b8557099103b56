import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { photoName } from '../../domain/photos.ts';
import type { ListedPhoto, PhotoStore } from '../../server/ports/photo-store.ts';

const megabyte = 1024 * 1024;

function newName(): string {
  return photoName(randomUUID(), 'initial', 1_700_000_000_000);
}

/** Bytes in which a shifted or mixed copy is noticed. */
const bytesOf = (size: number): Uint8Array => new Uint8Array(randomBytes(size));

const isSame = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.compare(one, other) === 0;

export async function allListed(store: PhotoStore): Promise<ListedPhoto[]> {
  const photos: ListedPhoto[] = [];
  for await (const photo of store.list()) photos.push(photo);
  return photos;
}

async function listedNames(store: PhotoStore): Promise<string[]> {
  return (await allListed(store)).map(({ name }) => name).sort();
}

const goodName = '3f2504e0-4f89-41d3-9a0c-0305e82c3301_completed_1700000000000.jpg';
/** What else is not a photo's name is tested in domain/photos.test.ts. */
const foreignNames = ['', '..', '../../etc/passwd', `../${goodName}`, `${goodName}\0.jpg`];

/**
 * What every {@link PhotoStore} has to do, as tests.
 *
 * @param open gives an empty store each time, and how to dispose of it
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
      const photo = bytesOf(10 * megabyte);
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
      const whole = bytesOf(3000);
      await store.put(name, whole.subarray(1000, 2000));
      expect(isSame((await store.get(name))?.bytes, whole.slice(1000, 2000))).toBe(true);
    });

    it('knows nothing of a photo that was never stored', async () => {
      await store.put(newName(), bytesOf(10));
      const name = newName();
      expect(await store.get(name)).toBeNull();
      expect(await store.has(name)).toBe(false);
    });

    it('replaces a photo of the same name, even by a shorter one', async () => {
      const name = newName();
      const shorter = bytesOf(4000);
      await store.put(name, bytesOf(5000));
      await store.put(name, shorter);
      expect(isSame((await store.get(name))?.bytes, shorter)).toBe(true);
      expect(await listedNames(store)).toEqual([name]);
    });

    it('deletes a photo, and accepts a second deletion, or one of a photo that never existed', async () => {
      const name = newName();
      const other = newName();
      await store.put(name, bytesOf(10));
      await store.put(other, bytesOf(10));
      await store.delete(name);
      await store.delete(name);
      await store.delete(newName());
      expect(await store.get(name)).toBeNull();
      expect(await store.has(name)).toBe(false);
      expect(await listedNames(store)).toEqual([other]);
      const again = bytesOf(20);
      await store.put(name, again);
      expect(isSame((await store.get(name))?.bytes, again), 'stored again').toBe(true);
    });

    it('lists every photo with the time it was stored', async () => {
      expect(await allListed(store)).toEqual([]);
      const names = Array.from({ length: 12 }, newName);
      await Promise.all(names.map((name, index) => store.put(name, bytesOf(50 + index))));
      expect(await listedNames(store)).toEqual(names.sort());
      for (const { name, storedAt } of await allListed(store)) {
        expect(storedAt).toEqual((await store.get(name))?.lastModified);
      }
    });

    it('ends up with one whole photo when several of the same name come at once', async () => {
      const name = newName();
      const photos = Array.from({ length: 6 }, () => bytesOf(300_000));
      await Promise.all(photos.map((photo) => store.put(name, photo)));
      const found = await store.get(name);
      expect(photos.filter((photo) => isSame(found?.bytes, photo))).toHaveLength(1);
      expect(await listedNames(store)).toEqual([name]);
    });

    it('never shows half a photo while it is being replaced', async () => {
      const name = newName();
      const photos = [bytesOf(megabyte), bytesOf(2 * megabyte)];
      await store.put(name, photos[0] ?? bytesOf(1));
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
      await expect(store.put(foreign, bytesOf(10))).rejects.toThrow(TypeError);
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
