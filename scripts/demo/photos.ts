import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { isPhotoName, photoJpegQuality } from '../../domain/photo-name.ts';
import type { PhotoStore } from '../../server/photos/photo-store.ts';
import { chanceOf } from './chance.ts';
import type { PhotoOrder } from './desk.ts';
import { drawWatch } from './watch-drawing.ts';

/** As many at once as keep a small machine busy. */
const atOnce = 4;

/** Names the photos of a filling that has not come to its end. */
const unfinishedFile = (dataDir: string) => join(dataDir, 'demo-unfinished.json');

async function unfinishedNames(dataDir: string): Promise<string[]> {
  try {
    const names: unknown = JSON.parse(await readFile(unfinishedFile(dataDir), 'utf8'));
    return Array.isArray(names) ? names.filter((name) => isPhotoName(String(name))) : [];
  } catch (error) {
    // Cut off while it was written: then no photo had been drawn yet.
    if (error instanceof SyntaxError) return [];
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Takes away what a filling that was broken off has left of photos, and nothing else. */
export async function removeUnfinished(dataDir: string, store: PhotoStore): Promise<number> {
  const names = await unfinishedNames(dataDir);
  for (const name of names) await store.delete(name);
  await rm(unfinishedFile(dataDir), { force: true });
  return names.length;
}

/**
 * Draws and stores photos. Until {@link finished} is called they count as left over.
 *
 * @param progress hears how many are done
 */
export async function storePhotos(
  dataDir: string,
  store: PhotoStore,
  orders: readonly PhotoOrder[],
  progress: (done: number) => void,
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const mine: string[] = [];
  // Another database may share the folder: what is there already is not ours to take away.
  for (const { name } of orders) if (!(await store.has(name))) mine.push(name);
  await writeFile(unfinishedFile(dataDir), JSON.stringify(mine), { mode: 0o600 });
  const waiting = [...orders];
  let done = 0;
  const draw = async () => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
      const drawing = drawWatch(order.watch, order.kind, chanceOf(order.name));
      const jpeg = await sharp(Buffer.from(drawing))
        .jpeg({ quality: Math.round(photoJpegQuality * 100) })
        .toBuffer();
      await store.put(order.name, jpeg);
      done += 1;
      progress(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, draw));
}

/** The tickets that name the photos are kept: nothing is left over any more. */
export async function finished(dataDir: string): Promise<void> {
  await rm(unfinishedFile(dataDir), { force: true });
}
