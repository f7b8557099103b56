import { LRUCache } from 'lru-cache';
import { isPhotoName } from '../../domain/photos.ts';
import { Problem } from '../../domain/problems.ts';
import type { Deps } from '../ports/deps.ts';
import { answerAdded, type Call, type Http } from '../ports/http.ts';
import type { StoredPhoto } from '../ports/photo-store.ts';
import { storedPictureName } from '../texts/picture-store.ts';
import { isShown, putPhoto } from './actions.ts';
import { rendition } from './image.ts';
import { addedPhotoName } from './store.ts';
import { addTicketPhoto, changeTicketPhoto, removeTicketPhoto } from './ticket-photos.ts';

/** Bytes of the smaller copies that were asked for last. */
const keptCopyBytes = 8 * 1024 * 1024;

export function photoRoutes(http: Http, deps: Deps): void {
  const { database, photoStore } = deps;

  const fileIn = ({ body }: { body: unknown }): Buffer => {
    if (!Buffer.isBuffer(body) || body.length === 0) throw new Problem('photo-unreadable');
    return body;
  };

  http.handle('putPhoto', async ({ params, request }) => ({
    url: await putPhoto(deps, params.ticketNumber, params.kind, fileIn(request)),
  }));

  http.handle('addTicketPhoto', async ({ params, query, request, reply }) => {
    const file = fileIn(request);
    return answerAdded(reply, await addTicketPhoto(deps, params.ticketNumber, query, file));
  });

  async function photoOf(name: string): Promise<StoredPhoto> {
    const photo = await photoStore.get(name);
    if (photo === null) throw new Problem('photo-not-found');
    return photo;
  }

  /** Each is made once for all who ask at the same moment. */
  const copies = new LRUCache<string, StoredPhoto, () => Promise<StoredPhoto>>({
    maxSize: keptCopyBytes,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
    // A copy that is evicted while it is being made is still awaited.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  });
  const smallerCopy = (name: string, width: number) => {
    const context = async () => {
      const { bytes, lastModified } = await photoOf(name);
      return { bytes: await rendition(bytes, width), lastModified };
    };
    return copies.forceFetch(`${name} ${width}`, { context });
  };

  http.handle('getPhoto', async ({ params, query, reply }) => {
    const { name } = params;
    // Asked each time: nobody gets to see a photo that no live ticket has.
    if (!isPhotoName(name) || !(await isShown(database.read, name))) {
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
      // The provider fetches it outside of any page, but a customer's browser may open it from anywhere.
      .header('cross-origin-resource-policy', 'cross-origin');
    return bytes;
  });

  /** A picture that needs a session. */
  async function showPrivately(
    name: string | null,
    { query, request, reply }: Pick<Call<'getTextPicture'>, 'query' | 'request' | 'reply'>,
  ): Promise<Uint8Array | undefined> {
    if (name === null) throw new Problem('photo-not-found');
    const etag = `"${name}${query.w ?? ''}"`;
    // Checked every time: it needs a session, even if the browser has a copy.
    reply.header('cache-control', 'private, no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) {
      reply.code(304);
      return undefined;
    }
    const { bytes } = await (query.w === undefined ? photoOf(name) : smallerCopy(name, query.w));
    reply.header('content-type', 'image/jpeg').header('content-disposition', 'inline');
    return bytes;
  }

  http.handle('getTextPicture', async ({ params: { id, position }, ...call }) =>
    showPrivately(await storedPictureName(database.read, id, position), call),
  );
  http.handle('getTicketPhoto', async ({ params, ...call }) =>
    showPrivately(await addedPhotoName(database.read, params.id), call),
  );
}

/** Actions on added photos that don't involve their files. */
export function ticketPhotoRoutes(http: Http, deps: Deps): void {
  http.handle(
    'changeTicketPhoto',
    async ({ params, body, request }) =>
      await changeTicketPhoto(deps, params.id, body, request.headers['if-match']),
  );

  http.handle('removeTicketPhoto', async ({ params, request }) => ({
    repair: await removeTicketPhoto(deps, params.id, request.headers['if-match']),
  }));
}
