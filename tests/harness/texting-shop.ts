import type { TextingRules } from '../../domain/schedule.ts';
import { defaultShopSettings, type ShopSettings } from '../../domain/shop-settings.ts';

/** @returns the settings of a shop that texts by itself, as these rules say */
export function textingShop({ timeZone, hours, openDays, ...texts }: TextingRules): ShopSettings {
  const { calendar } = defaultShopSettings;
  return {
    ...defaultShopSettings,
    calendar: { ...calendar, timeZone, hours: { ...hours }, openDays: [...openDays] },
    texts: { ...defaultShopSettings.texts, ...texts },
  };
}
