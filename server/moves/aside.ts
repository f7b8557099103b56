import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPhotos, keepPhotosAside } from '../backups/photo-swap.ts';
import { asideName } from '../backups/target.ts';
import { dataFiles } from '../config.ts';
import type { ShopPlace } from './places.ts';
import type { MoveTask } from './task.ts';

/**
 * Makes the folder where what lay in a data folder is kept when something comes in its place; the
 * photos get a second name in it.
 *
 * @param parts what comes there
 * @param now milliseconds since 1970
 * @returns null where nothing lies that could be kept
 */
export async function asideFolderIn(
  { databaseUrl, dataDir, photoBucket }: ShopPlace,
  parts: MoveTask['parts'],
  now: number,
): Promise<string | null> {
  const photos = dataFiles.photos(dataDir);
  const hasRows = parts.database && databaseUrl === null && existsSync(dataFiles.database(dataDir));
  const keepsPhotos =
    photoBucket === null && (hasRows || parts.photos) && (await hasPhotos(photos));
  if (!hasRows && !keepsPhotos) return null;
  const folder = join(dataDir, asideName(now));
  await mkdir(folder, { mode: 0o700 });
  if (keepsPhotos) await keepPhotosAside(photos, join(folder, 'photos'));
  return folder;
}
