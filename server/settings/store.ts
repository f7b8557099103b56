import type { StoredSettings } from '../../domain/api-settings.ts';
import { type ShopSettings, shopSettingsSchema } from '../../domain/shop-settings.ts';
import { readSetting, setUpKey, shopSettingsKey, writeSetting } from '../database/settings.ts';
import type { Handle } from '../database/tables.ts';

/** The shop's settings: one document in the data, read each time that they are needed. */

/** What was read last, so that it is parsed once for each revision. */
let lastRead: { text: string; stored: StoredSettings } | null = null;

function parsed(text: string): StoredSettings {
  if (lastRead?.text === text) return lastRead.stored;
  const { settings, ...rest } = JSON.parse(text) as StoredSettings;
  // Fills in what an earlier version did not store.
  const stored = { ...rest, settings: shopSettingsSchema.parse(settings) };
  lastRead = { text, stored };
  return stored;
}

/** @param text as the data keeps it, under {@link shopSettingsKey} */
export const settingsIn = (text: string): ShopSettings => parsed(text).settings;

export async function findStoredSettings(db: Handle): Promise<StoredSettings | null> {
  const text = await readSetting(db, shopSettingsKey);
  return text === null ? null : parsed(text);
}

/** @returns null in a store that this version has not served yet */
export const findShopSettings = async (db: Handle): Promise<ShopSettings | null> =>
  (await findStoredSettings(db))?.settings ?? null;

export async function readStoredSettings(db: Handle): Promise<StoredSettings> {
  const stored = await findStoredSettings(db);
  if (stored === null) throw new Error('The store has no settings: it was never opened');
  return stored;
}

/** @returns the settings as they are in force at this moment; one small read, cheap enough for every request */
export const readShopSettings = async (db: Handle): Promise<ShopSettings> =>
  (await readStoredSettings(db)).settings;

export async function writeSettings(tx: Handle, stored: StoredSettings): Promise<void> {
  await writeSetting(tx, shopSettingsKey, JSON.stringify(stored));
  const names = stored.settings.technicians.map(({ id, name }) => ({ id, name }));
  await tx
    .insertInto('technicians')
    .values(names)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })),
    )
    .execute();
}

/** The lock under which a technician gets work, or is marked “Not used”. */
export const technicianKey = (id: string): string => `technician ${id}`;

/** Whether the first-run setup is done; once noted, it stays so. */
export const isSetUp = async (db: Handle): Promise<boolean> =>
  (await readSetting(db, setUpKey)) !== null;

export const writeSetUp = (tx: Handle, at: string): Promise<void> => writeSetting(tx, setUpKey, at);
