import { describe, expect, it } from 'vitest';
import type { StoredPhoto } from './photo-store.ts';
import { renditionCache } from './routes.ts';

const copyOf = (bytes: number): StoredPhoto => ({
  bytes: new Uint8Array(bytes),
  lastModified: new Date(0),
});

describe('the smaller copies that are kept', () => {
  function cacheOf(most: number) {
    const cache = renditionCache(most);
    const made: string[] = [];
    const ask = (key: string, bytes = 10) =>
      cache(key, async () => {
        made.push(key);
        return copyOf(bytes);
      });
    return { made, ask };
  }

  it('are made once for all who ask at the same moment', async () => {
    const { made, ask } = cacheOf(100);
    const copies = await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')]);
    expect(made).toEqual(['a', 'b']);
    expect(new Set(copies).size).toBe(2);
  });

  it('are not kept at all where one takes all the room', async () => {
    const { made, ask } = cacheOf(30);
    await ask('a');
    await ask('huge', 31);
    await ask('huge', 31);
    await ask('a');
    expect(made).toEqual(['a', 'huge', 'huge']);
  });

  it('are asked for anew after a failure', async () => {
    const cache = renditionCache(100);
    const fail = () => Promise.reject(new Error('away'));
    await expect(cache('a', fail)).rejects.toThrow('away');
    expect((await cache('a', async () => copyOf(3))).bytes).toHaveLength(3);
  });
});
