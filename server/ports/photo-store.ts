import { isPhotoName } from '../../domain/photos.ts';
import type { Outage } from '../database/outage.ts';

export interface StoredPhoto {
  /** The whole picture. Not a stream: it is a few megabytes, and so it can never break off half sent. */
  bytes: Uint8Array;
  /** When these bytes were stored, by the storage's clock. */
  lastModified: Date;
}

export interface ListedPhoto {
  name: string;
  /** When it was stored, by the storage's clock. */
  storedAt: Date;
}

/**
 * Where photos are stored: the specification's bucket "repair-photos" (sections 3 and 7). A folder by
 * default, an outside service if the shop has one.
 *
 * Every method rejects with a `TypeError` for a name that `photoName` would not make, so no path can
 * be smuggled in, and with a {@link PhotoStoreError} when the store cannot do its work: one that is
 * out of reach never looks like one that lacks the photo.
 */
export interface PhotoStore {
  /**
   * Stores a photo, in place of one with the same name. It is durable when this resolves. When it
   * rejects, readers get the photo that was there before, or the whole new one.
   */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** @returns the photo, or null if there is none with this name */
  get(name: string): Promise<StoredPhoto | null>;
  has(name: string): Promise<boolean>;
  /** Removes a photo; one that is not there is not an error. Durable when this resolves. */
  delete(name: string): Promise<void>;
  /** Every photo, in no particular order. One that comes or goes meanwhile may be in it or not. */
  list(): AsyncIterable<ListedPhoto>;
  /** Resolves when photos can be stored and read right now. */
  check(): Promise<void>;
}

/** The store could not do its work: the disk is full or read-only, the service does not answer. */
export class PhotoStoreError extends Error {
  /** Why, if the adapter knows; else the cause's `code` is that of a file system. */
  readonly outage: Outage | null;

  constructor(message: string, cause: unknown, outage: Outage | null = null) {
    super(message, { cause });
    this.name = 'PhotoStoreError';
    this.outage = outage;
  }
}

/**
 * An adapter as the port wants it: names are checked, and failures say what was being done.
 *
 * @param failed makes the error; `what` is e.g. "read 0a1b…_initial_1.jpg"
 */
export function photoStoreOf(
  adapter: PhotoStore,
  failed: (what: string, cause: unknown) => PhotoStoreError,
): PhotoStore {
  const named =
    <Rest extends unknown[], Result>(
      doing: string,
      work: (name: string, ...rest: Rest) => Promise<Result>,
    ) =>
    async (name: string, ...rest: Rest): Promise<Result> => {
      if (!isPhotoName(name)) {
        throw new TypeError(`Not the name of a photo: ${JSON.stringify(name)}`);
      }
      return work(name, ...rest).catch((error: unknown) => {
        throw failed(`${doing} ${name}`, error);
      });
    };
  return {
    put: named('store', adapter.put),
    get: named('read', adapter.get),
    has: named('look for', adapter.has),
    delete: named('delete', adapter.delete),
    async *list() {
      try {
        yield* adapter.list();
      } catch (error) {
        throw failed('list photos', error);
      }
    },
    check: () =>
      adapter.check().catch((error: unknown) => {
        throw failed('store a test file', error);
      }),
  };
}
