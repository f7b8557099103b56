import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isPhotoName } from '../../../domain/photos.ts';
import { dataFiles } from '../../../server/config.ts';
import type { S3Server } from '../../harness/s3-server.ts';

/** A look at the photos past the product: what is really stored. */
export interface StoredPhotos {
  has(name: string): boolean;
  list(): Promise<{ name: string; storedAt: number }[]>;
}

export function photosInFolder(dataDir: string): StoredPhotos {
  const root = dataFiles.photos(dataDir);
  return {
    has: (name) => existsSync(join(root, name.slice(0, 2), name)),
    list: async () => {
      const paths = await readdir(root, { recursive: true });
      return Promise.all(
        paths
          .map((path) => ({ path, name: path.split('/').at(-1) ?? '' }))
          .filter(({ name }) => isPhotoName(name))
          .map(async ({ path, name }) => ({
            name,
            storedAt: (await stat(join(root, path))).mtimeMs,
          })),
      );
    },
  };
}

export const photosInBucket = ({ objects }: S3Server): StoredPhotos => ({
  has: (name) => objects.has(name),
  list: async () =>
    [...objects]
      .map(([name, { storedAt }]) => ({ name, storedAt: storedAt.getTime() }))
      .filter(({ name }) => isPhotoName(name)),
});
