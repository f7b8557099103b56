import { weekDays } from '../../domain/calendar-date.ts';
import { defaultShopSettings, type ShopSettings } from '../../domain/shop-settings.ts';

export type TextingRules = Partial<ShopSettings['texts'] & ShopSettings['calendar']>;

/** Texts are sent at any time of any day. */
export const atAnyTime: TextingRules = {
  hours: { from: '00:00', to: '23:59' },
  openDays: [...weekDays],
  timeZone: 'UTC',
};

/** @returns the settings of a shop that texts automatically, as these rules say; else the usual ones */
export function textingShop({
  timeZone = 'America/New_York',
  hours = defaultShopSettings.calendar.hours,
  openDays = defaultShopSettings.calendar.openDays,
  dayHours = {},
  closedDates = [],
  ...texts
}: TextingRules): ShopSettings {
  return {
    ...defaultShopSettings,
    calendar: { ...defaultShopSettings.calendar, timeZone, hours, openDays, dayHours, closedDates },
    texts: { ...defaultShopSettings.texts, ...texts },
  };
}
