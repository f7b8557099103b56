import { isPhotoName } from '../../domain/photo-name.ts';
import { Problem } from '../../domain/problems.ts';
import type { Database } from '../database/database.ts';
import type { Http } from '../http/operations.ts';
import type { PhotoActions } from './actions.ts';
import { rendition } from './image.ts';
import type { PhotoStore } from './photo-store.ts';
import { isPhotoOfDeleted } from './store.ts';

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

  http.handle('getPhoto', async ({ params, query, reply }) => {
    const { name } = params;
    const photo = isPhotoName(name) ? await store.get(name) : null;
    if (!photo || (await isPhotoOfDeleted(database.read, name)))
      throw new Problem('photo-not-found');
    reply
      .header('content-type', 'image/jpeg')
      // A name is never used for another picture.
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('last-modified', photo.lastModified.toUTCString())
      .header('content-disposition', 'inline')
      // The provider fetches it for nobody, but a customer's browser opens it from anywhere.
      .header('cross-origin-resource-policy', 'cross-origin');
    const bytes = query.w === undefined ? photo.bytes : await rendition(photo.bytes, query.w);
    return bytes;
  });
}
