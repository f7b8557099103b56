import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { photoName } from '../../domain/photo-name.ts';
import { dataFiles } from '../config.ts';
import { openPhotoStore } from '../photos/place.ts';
import { asideFolderIn } from './aside.ts';
import type { ShopPlace } from './places.ts';

let place: ShopPlace;
beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'watch-repair-aside-'));
  place = { dataDir, databaseUrl: null, photoBucket: null };
});
afterEach(async () => {
  await rm(place.dataDir, { recursive: true });
});

it('keeps photos that others come to, and makes no folder for those that stay', async () => {
  const name = photoName('01234567-89ab-4cde-8f01-23456789abcd', 'initial', 1);
  await (await openPhotoStore(place)).put(name, Uint8Array.of(1));
  // The rows come to where the photos are: nothing is replaced.
  expect(await asideFolderIn(place, { database: true, photos: false }, 0)).toBeNull();
  expect(await readdir(place.dataDir)).toEqual(['photos']);
  const folder = await asideFolderIn(place, { database: false, photos: true }, 0);
  const kept = await readdir(dataFiles.photos(folder ?? ''), { recursive: true });
  expect(kept).toContain(join(name.slice(0, 2), name));
});
