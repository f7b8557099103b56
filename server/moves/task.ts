import type { PhotoStore } from '../photos/photo-store.ts';
import type { PhotoCounts } from './photo-copy.ts';
import type { ShopPlace } from './places.ts';
import type { MoveListener } from './progress.ts';
import type { StoreSums } from './row-sums.ts';

export interface MoveTask {
  from: ShopPlace;
  to: ShopPlace;
  /** What moves; the rest stays where it is. */
  parts: { database: boolean; photos: boolean };
  /** Whether the shop's own former rows may be given up where they cannot be kept aside. */
  replacesFormer: boolean;
  /** Whether photos that tickets name may be missing in both places, however many. */
  acceptsLost: boolean;
  /** Whether only what can be done beforehand is done. */
  isPreparing: boolean;
  listener: MoveListener;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** How photos are reached; a test stands in between. */
  openPhotos?: (place: ShopPlace) => Promise<PhotoStore>;
  /** How long texts that are on their way are waited for, in milliseconds. */
  textPatienceMs?: number;
}

export interface Moved {
  /** `prepared`: nothing was switched; `finished`: an earlier run had done all but the last step. */
  kind: 'moved' | 'prepared' | 'finished';
  /** null where the rows stay. */
  rows: StoreSums | null;
  /** null where the photos stay. */
  photos: PhotoCounts | null;
  /** Photos that tickets name and that are in neither place. */
  lostPhotos: readonly string[];
  /** How long nothing could be changed, in milliseconds. */
  closedMs: number;
  asideFolder: string | null;
}

/** The former store could not be opened again, or the new one not yet. */
export class StillClosed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StillClosed';
  }
}

export const nothingMoved = {
  rows: null,
  photos: null,
  lostPhotos: [],
  closedMs: 0,
  asideFolder: null,
};
