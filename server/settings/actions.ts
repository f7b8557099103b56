import type { StoredSettings } from '../../domain/api-settings.ts';
import { dateIn } from '../../domain/calendar-date.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { withoutLongPast } from '../../domain/closed-dates.ts';
import { fieldProblem } from '../../domain/problems.ts';
import { isOpen, repairStatuses } from '../../domain/repair-status.ts';
import { type ShopSettings, settingsChanges } from '../../domain/shop-settings.ts';
import { isoTime } from '../base/clock.ts';
import { type Config, ConfigError } from '../base/config.ts';
import { requireVersionSeen } from '../base/version.ts';
import { dialectOf } from '../database/dialect.ts';
import { refuseWhileClosed, shopSettingsKey } from '../database/settings.ts';
import type { Handle } from '../database/tables.ts';
import { record } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import {
  findStoredSettings,
  isSetUp,
  readShopSettings,
  readStoredSettings,
  technicianKey,
  writeSettings,
  writeSetUp,
} from './store.ts';

const doneStatuses = repairStatuses.filter((status) => !isOpen(status));

/** A folder for backups in which a file could be made. */
export interface TriedFolder {
  /** Removes the folder if the trial made it and nothing else is in it. */
  undo(): Promise<void>;
}

/** @throws Error that says why backups cannot be kept there, and what to do */
export type TryBackupFolder = (folder: string) => Promise<TriedFolder>;

/** @throws ConfigError for a file with errors, or with a folder for backups that cannot be used */
async function refuseUnusableFile(
  { shop, shopConfigFile, shopFileProblems }: Config,
  tryBackupFolder: TryBackupFolder,
): Promise<void> {
  if (shopFileProblems.length > 0) throw new ConfigError(shopFileProblems);
  const folder = shop.backups?.folder ?? null;
  if (shopConfigFile === null || folder === null) return;
  await tryBackupFolder(folder).catch(({ message }: Error) => {
    throw new ConfigError([`${shopConfigFile}: backups.folder: ${message}`]);
  });
}

/**
 * Gives a store that has no settings yet those of the shop's file, else the neutral defaults. Of several
 * processes one does it. A store with tickets, or with a file, need not be set up.
 *
 * @throws ConfigError if the file is needed and cannot be used
 */
export async function ensureShopSettings(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  config: Config,
  tryBackupFolder: TryBackupFolder,
): Promise<void> {
  const { shop, shopConfigFile } = config;
  const isNew = (await findStoredSettings(database.read)) === null;
  if (isNew) await refuseUnusableFile(config, tryBackupFolder);
  const isFirst =
    isNew &&
    (await database.transact(async (tx) => {
      await database.dialect.lock(tx, shopSettingsKey);
      if ((await findStoredSettings(tx)) !== null) return false;
      const at = isoTime(clock());
      await writeSettings(tx, { settings: shop, revision: 1, updatedAt: at });
      const ticket = await tx.selectFrom('repair_tickets').select('id').limit(1).executeTakeFirst();
      if (ticket || shopConfigFile !== null) await writeSetUp(tx, at);
      return true;
    }));
  if (shopConfigFile === null) return;
  log.info(
    { file: shopConfigFile },
    isFirst
      ? 'The settings were taken from the shop’s file. From now on they are changed on the Shop tab'
      : 'The shop’s file is no longer read: the settings are changed on the Shop tab',
  );
}

export interface SettingsDeps extends Pick<Deps, 'database' | 'clock'> {
  tryBackupFolder: TryBackupFolder;
}

/**
 * @param ifMatch the revision that was seen (domain/edits.ts)
 * @throws Problem shop-restoring; changed-meanwhile with the settings as stored; validation-failed if a
 *   technician's id differs, or a different folder for backups is chosen that cannot be used
 */
export async function changeSettings(
  deps: SettingsDeps,
  settings: ShopSettings,
  ifMatch?: string,
): Promise<StoredSettings> {
  const { backups } = await readShopSettings(deps.database.read);
  const tried = await tryNewFolder(backups, settings.backups, deps.tryBackupFolder);
  try {
    return await writeChanges(deps, settings, ifMatch);
  } catch (error) {
    await tried?.undo();
    throw error;
  }
}

async function tryNewFolder(
  before: ShopSettings['backups'],
  after: ShopSettings['backups'],
  tryBackupFolder: TryBackupFolder,
): Promise<TriedFolder | null> {
  const folder = after?.folder ?? null;
  if (folder === null || folder === before?.folder) return null;
  return tryBackupFolder(folder).catch(({ message }: Error) => {
    throw fieldProblem('backups.folder', message);
  });
}

function writeChanges(
  { database, clock }: SettingsDeps,
  given: ShopSettings,
  ifMatch: string | undefined,
): Promise<StoredSettings> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    await refuseWhileClosed(tx);
    await database.dialect.lock(tx, shopSettingsKey);
    const stored = await readStoredSettings(tx);
    requireVersionSeen(ifMatch, String(stored.revision), { stored });
    refuseOtherIds(stored.settings, given);
    await refuseUnusedWithWork(tx, stored.settings, given);
    const today = dateIn(clock(), zoneInForce(given));
    const closedDates = withoutLongPast(given.calendar.closedDates, today);
    const settings = { ...given, calendar: { ...given.calendar, closedDates } };
    const data = settingsChanges(stored.settings, settings);
    if (Object.keys(data.after).length === 0) return stored;
    const next = { settings, revision: stored.revision + 1, updatedAt: at };
    await writeSettings(tx, next);
    await record(tx, {
      at,
      events: [{ kind: 'settings-changed', actor: 'staff', data }],
      changes: [{ entity: 'settings', id: 'settings', what: 'changed', ticketNumber: null }],
    });
    return next;
  });
}

/** Tickets know their technician by id, so they follow a technician who is renamed or replaced. */
function refuseOtherIds(before: ShopSettings, after: ShopSettings): void {
  const known = new Set(before.technicians.map(({ id }) => id));
  const index = after.technicians.findIndex(({ id }) => !known.has(id));
  if (index < 0) return;
  const message = 'A technician’s id can’t be changed. Change the name instead.';
  throw fieldProblem(`technicians.${index}.id`, message);
}

async function openRepairsOf(tx: Handle, technicianId: string): Promise<number> {
  const { open } = await tx
    .selectFrom('repair_tickets')
    .select(({ fn }) => fn.countAll().as('open'))
    .where('assigned_to', '=', technicianId)
    .where('deleted_at', 'is', null)
    .where('status', 'not in', doneStatuses)
    .executeTakeFirstOrThrow();
  return Number(open);
}

/** An unused technician has no open repairs: no one would see them. */
async function refuseUnusedWithWork(
  tx: Handle,
  before: ShopSettings,
  after: ShopSettings,
): Promise<void> {
  const wasUnused = new Set(
    before.technicians.filter(({ isUnused }) => isUnused).map(({ id }) => id),
  );
  for (const [index, { id, name, isUnused }] of after.technicians.entries()) {
    if (!isUnused || wasUnused.has(id)) continue;
    await dialectOf(tx).lock(tx, technicianKey(id));
    const open = await openRepairsOf(tx, id);
    if (open === 0) continue;
    const repairs = open === 1 ? '1 open repair' : `${open} open repairs`;
    const message = `${name} has ${repairs}. Reassign ${open === 1 ? 'it' : 'them'} first.`;
    throw fieldProblem(`technicians.${index}.isUnused`, message);
  }
}

/** Notes that the first-run setup is done; once noted, it stays so. */
export function finishSetUp({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    await refuseWhileClosed(tx);
    await database.dialect.lock(tx, shopSettingsKey);
    if (await isSetUp(tx)) return;
    await writeSetUp(tx, at);
    await record(tx, {
      at,
      events: [],
      changes: [{ entity: 'settings', id: 'settings', what: 'set-up', ticketNumber: null }],
    });
  });
}
