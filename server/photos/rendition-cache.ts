import type { StoredPhoto } from './photo-store.ts';

/** Bytes of what was kept last. */
const mostKeptBytes = 8 * 1024 * 1024;

/**
 * Keeps the smaller copies that were asked for last, as far as there is room, and makes each of them
 * once for all who ask at the same moment.
 *
 * @param most bytes
 */
export function renditionCache(most = mostKeptBytes) {
  /** In the order in which they were last asked for. */
  const kept = new Map<string, StoredPhoto>();
  const underWay = new Map<string, Promise<StoredPhoto>>();
  let bytes = 0;

  function keep(key: string, copy: StoredPhoto): void {
    if (copy.bytes.byteLength > most) return;
    kept.set(key, copy);
    bytes += copy.bytes.byteLength;
    for (const [oldest, { bytes: leaving }] of kept) {
      if (bytes <= most) break;
      kept.delete(oldest);
      bytes -= leaving.byteLength;
    }
  }

  return {
    /** @returns the copy that is kept under the key, else what `make` makes */
    async get(key: string, make: () => Promise<StoredPhoto>): Promise<StoredPhoto> {
      const found = kept.get(key);
      if (found !== undefined) {
        kept.delete(key);
        kept.set(key, found);
        return found;
      }
      const running = underWay.get(key);
      if (running !== undefined) return running;
      const making = make();
      underWay.set(key, making);
      try {
        const copy = await making;
        keep(key, copy);
        return copy;
      } finally {
        underWay.delete(key);
      }
    },
  };
}
