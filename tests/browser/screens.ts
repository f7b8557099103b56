import { dialogs } from './dialogs.ts';
import type { Screen, Visit } from './opening-screens.ts';
import { test as shopTest } from './shop.ts';
import { believableShop, crowdedShop, type ShopData } from './shop-data.ts';
import { tabsAndPages } from './tabs-and-pages.ts';

const screens: Readonly<Record<string, Screen>> = { ...tabsAndPages, ...dialogs };

export const test = shopTest.extend<object, { data: 'believable' | 'longest'; shop: ShopData }>({
  data: ['believable', { option: true, scope: 'worker' }],
  shop: [
    async ({ staff, data }, use) => {
      await use(await (data === 'believable' ? believableShop(staff) : crowdedShop(staff)));
    },
    { scope: 'worker' },
  ],
});

/** @throws Error if no screen has that name */
export function screenNamed(name: string): Screen {
  const found = screens[name];
  if (found === undefined) throw new Error(`There is no screen "${name}"`);
  return found;
}

/** @param isForGate which of them the gate visits, too; the others belong to the long run only */
export function onEveryScreen(
  check: (visit: Visit & { name: string }) => Promise<void>,
  isForGate: (name: string) => boolean = () => true,
): void {
  for (const [name, open] of Object.entries(screens)) {
    test.describe(() => {
      if (name === 'login') test.use({ storageState: { cookies: [], origins: [] } });
      test(name, { tag: isForGate(name) ? [] : '@long' }, async ({ page, shop, complaints }) => {
        await open({ page, shop, complaints });
        await check({ page, shop, complaints, name });
      });
    });
  }
}
