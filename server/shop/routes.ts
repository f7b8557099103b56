import { isDeepStrictEqual } from 'node:util';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import { installation } from '../base/program.ts';
import type { Deps } from '../ports/deps.ts';
import type { Http } from '../ports/http.ts';
import { countByTechnician } from '../repairs/overview.ts';
import { readShopSettings } from '../settings/store.ts';

/** The shop as its settings describe it. */

export function shopRoutes(
  http: Http,
  { database, texting }: Pick<Deps, 'database' | 'texting'>,
): void {
  http.handle('getShop', async () => {
    const [account] = await texting.accounts();
    const ahead = account?.provider.clockAhead() ?? null;
    const { shop } = await readShopSettings(database.read);
    return {
      shop,
      isConfigured: !isDeepStrictEqual(shop, defaultShopSettings.shop),
      textsAreSimulated: (await texting.current()).isSimulated,
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
