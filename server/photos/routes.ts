import { isPhotoName } from '../../domain/photo-name.ts';
import { Problem } from '../../domain/problems.ts';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import type { PhotoActions } from './actions.ts';
import { rendition } from './image.ts';
import type { PhotoStore, StoredPhoto } from './photo-store.ts';
import { renditionCache } from './rendition-cache.ts';
import { standingOf } from './store.ts';

interface Parts {
  database: Database;
  photos: PhotoActions;
  store: PhotoStore;
}

export function photoRoutes(http: Http, { database, photos, store }: Parts): void {
  http.handle('putPhoto', async ({ params, request }) => {
    if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
      throw new Problem('photo-unreadable');
    }
    const url = await photos.add(params.ticketNumber, params.kind, request.body);
    return { url };
  });

  const renditions = renditionCache();

  async function photoOf(name: string): Promise<StoredPhoto> {
    const photo = await store.get(name);
    if (photo === null) throw new Problem('photo-not-found');
    return photo;
  }

  http.handle('getPhoto', async ({ params, query, reply }) => {
    const { name } = params;
    const width = query.w;
    if (!isPhotoName(name)) throw new Problem('photo-not-found');
    const standing = await standingOf(database.read, name);
    if (standing === 'of-deleted') throw new Problem('photo-not-found');
    const copy = async (pixels: number) => rendition((await photoOf(name)).bytes, pixels);
    reply
      .header('content-type', 'image/jpeg')
      // A name is never used for another picture.
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-disposition', 'inline')
      // The provider fetches it for nobody, but a customer's browser opens it from anywhere.
      .header('cross-origin-resource-policy', 'cross-origin');
    if (width === undefined) {
      const { bytes, lastModified } = await photoOf(name);
      reply.header('last-modified', lastModified.toUTCString());
      return bytes;
    }
    // What is kept here must not outlive the photo: only the ticket says that it is there.
    if (standing === 'not-named') return copy(width);
    return renditions.get(`${name} ${width}`, () => copy(width));
  });
}
