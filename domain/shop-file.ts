import { z } from 'zod';
import {
  automaticTexts,
  backupFolder,
  businessSchema,
  defaultShopSettings,
  expiryAfterReminder,
  hoursSchema,
  type ShopSettings,
  scheduleParts,
  techniciansSchema,
  timeZoneSchema,
  zoneForTexts,
} from './shop-settings.ts';

/**
 * The file that a new shop may begin with, shop.config.json: it is read once, into the shop's settings
 * (shop-settings.ts).
 */

const textingSchema = z
  .strictObject({ ...automaticTexts, hours: hoursSchema, timeZone: timeZoneSchema })
  .superRefine(({ reminderAfterDays, timeZone, estimateExpiresAfterDays }, context) => {
    if (reminderAfterDays === null) return;
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (timeZone === null) refuse('timeZone', zoneForTexts);
    if (estimateExpiresAfterDays !== null && estimateExpiresAfterDays <= reminderAfterDays) {
      refuse('estimateExpiresAfterDays', expiryAfterReminder);
    }
  });

const backupsRule = 'Backups must name a folder: { "folder": "…" }';

export const shopFileSchema = z
  .strictObject(
    {
      shop: businessSchema,
      technicians: techniciansSchema,
      texting: textingSchema.prefault({}),
      backups: z
        .strictObject(
          { folder: backupFolder, ...scheduleParts },
          { error: (issue) => (issue.code === 'invalid_type' ? backupsRule : undefined) },
        )
        .nullable()
        .default(null),
    },
    {
      error: (issue) =>
        issue.code === 'invalid_type' ? 'The file must hold one object' : undefined,
    },
  )
  .transform(({ shop, technicians, texting, backups }): ShopSettings => {
    const { timeZone, hours, ...texts } = texting;
    return {
      ...defaultShopSettings,
      shop,
      technicians,
      calendar: { ...defaultShopSettings.calendar, timeZone, hours },
      texts: { ...defaultShopSettings.texts, ...texts },
      backups,
    };
  });
