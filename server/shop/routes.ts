import { isDeepStrictEqual } from 'node:util';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import { installation } from '../base/program.ts';
import type { Deps } from '../ports/deps.ts';
import type { Http } from '../ports/http.ts';
import { countByTechnician } from '../repairs/overview.ts';
import { readShopSettings } from '../settings/store.ts';

/** The shop as its settings describe it. */

interface ShopDeps extends Pick<Deps, 'database' | 'sender'> {
  /** How far the machine's clock is ahead, in milliseconds; null when nobody knows. */
  clockAhead: () => number | null;
}

export function shopRoutes(http: Http, deps: ShopDeps): void {
  const { database, sender, clockAhead } = deps;
  http.handle('getShop', async () => {
    const ahead = clockAhead();
    const { shop } = await readShopSettings(database.read);
    return {
      shop,
      isConfigured: !isDeepStrictEqual(shop, defaultShopSettings.shop),
      textsAreSimulated: sender.isSimulated,
      clockAheadSeconds: ahead === null ? null : Math.round(ahead / 1000),
      installation,
    };
  });

  http.handle('listTechnicians', async () => {
    const { technicians } = await readShopSettings(database.read);
    const ids = technicians.map(({ id }) => id);
    const counts = await countByTechnician(database.read, ids);
    return {
      items: technicians.map((technician) => {
        const { active = 0, done = 0 } = counts.find(({ id }) => id === technician.id) ?? {};
        return { ...technician, activeRepairs: active, active, total: active + done, done };
      }),
    };
  });
}
