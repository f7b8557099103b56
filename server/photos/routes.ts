import { isPhotoName } from '../../domain/photo-name.ts';
import { Problem } from '../../domain/problems.ts';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import type { PhotoActions } from './actions.ts';
import { rendition } from './image.ts';
import type { PhotoStore, StoredPhoto } from './photo-store.ts';
import { renditionCache } from './rendition-cache.ts';
import { isPhotoShown } from './store.ts';

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

  const smallerCopy = (name: string, width: number) =>
    renditions.get(`${name} ${width}`, async () => {
      const { bytes, lastModified } = await photoOf(name);
      return { bytes: await rendition(bytes, width), lastModified };
    });

  http.handle('getPhoto', async ({ params, query, reply }) => {
    const { name } = params;
    // Asked each time: what is kept here must not outlive the photo.
    if (!isPhotoName(name) || !(await isPhotoShown(database.read, name))) {
      throw new Problem('photo-not-found');
    }
    const { bytes, lastModified } = await (query.w === undefined
      ? photoOf(name)
      : smallerCopy(name, query.w));
    reply
      .header('content-type', 'image/jpeg')
      // A name is never used for another picture.
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('last-modified', lastModified.toUTCString())
      .header('content-disposition', 'inline')
      // The provider fetches it for nobody, but a customer's browser opens it from anywhere.
      .header('cross-origin-resource-policy', 'cross-origin');
    return bytes;
  });
}
