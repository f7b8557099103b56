import type { Engine } from '../tests/harness/storage.ts';
import type { SizedGround } from './claims.ts';
import { storesPresent } from './data/shop.ts';
import { logIn, password, startServer } from './measure.ts';
import { openStores, type StoreSettings } from './stores.ts';

export interface OpenGround extends SizedGround {
  engineVersion: string;
  close: () => Promise<void>;
}

/** @param size how many tickets the claims are about */
export async function openGround(engine: Engine, size: number): Promise<OpenGround> {
  const stores = await openStores(engine);
  const copies = new Map<number | 'empty', Promise<StoreSettings>>();
  const stops = new Set<() => Promise<void>>();

  const copyOf: SizedGround['copyOf'] = (wanted) => {
    const copy = copies.get(wanted) ?? stores.copyOf(wanted);
    copies.set(wanted, copy);
    return copy;
  };

  return {
    engine,
    size,
    engineVersion: stores.engineVersion,
    copyOf,
    serve: async (wanted) => {
      const settings = await copyOf(wanted);
      const { url, pid, startMs, stop } = await startServer(
        '/readyz',
        {
          ...settings,
          SHOP_PASSWORD: password,
          LOG_LEVEL: 'warn',
          // Nothing becomes due that was not when the store was made.
          BENCH_CLOCK: String(storesPresent),
        },
        ['--import', './bench/shifted-clock.ts'],
      );
      stops.add(stop);
      return {
        url,
        pid,
        startMs,
        cookie: await logIn(url),
        stop: async () => {
          stops.delete(stop);
          await stop();
        },
      };
    },
    close: async () => {
      for (const stop of stops) await stop();
      await stores.close();
    },
  };
}
