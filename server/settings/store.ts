import type { TicketEvent } from '../../domain/api-answers.ts';
import type { StoredSettings } from '../../domain/api-settings.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { isVersionSeen } from '../../domain/edits.ts';
import { fieldProblem, Problem } from '../../domain/problems.ts';
import {
  type ShopSettings,
  settingsChanges,
  shopSettingsSchema,
} from '../../domain/shop-settings.ts';
import { isoTime } from '../base/clock.ts';
import { type Config, ConfigError } from '../base/config.ts';
import {
  readSetting,
  refuseWhileClosed,
  setUpKey,
  shopSettingsKey,
  writeSetting,
} from '../database/settings.ts';
import type { Handle } from '../database/tables.ts';
import { record } from '../history/record.ts';
import { settingsEvents } from '../history/store.ts';
import type { Deps } from '../ports/deps.ts';
import type { Http } from '../ports/http.ts';
import { type TriedFolder, tryFolder } from '../shop/backups/folder-trial.ts';

/** The shop's settings: one document in the data, read each time that they are needed. */

/** What was read last, so that it is parsed once for each revision. */
let lastRead: { text: string; stored: StoredSettings } | null = null;

function parsed(text: string): StoredSettings {
  if (lastRead?.text === text) return lastRead.stored;
  const { settings, ...rest } = JSON.parse(text) as StoredSettings;
  // Filled up where an earlier version has stored them.
  const stored = { ...rest, settings: shopSettingsSchema.parse(settings) };
  lastRead = { text, stored };
  return stored;
}

/** @param text as the data keep them, under {@link shopSettingsKey} */
export const settingsIn = (text: string): ShopSettings => parsed(text).settings;

async function findStored(db: Handle): Promise<StoredSettings | null> {
  const text = await readSetting(db, shopSettingsKey);
  return text === null ? null : parsed(text);
}

/** @returns null in a store that this version has not served yet */
export const findShopSettings = async (db: Handle): Promise<ShopSettings | null> =>
  (await findStored(db))?.settings ?? null;

async function readStored(db: Handle): Promise<StoredSettings> {
  const stored = await findStored(db);
  if (stored === null) throw new Error('The store has no settings: it was never opened');
  return stored;
}

/** @returns the settings as they are in force in this moment; one small read, cheap enough for every request */
export const readShopSettings = async (db: Handle): Promise<ShopSettings> =>
  (await readStored(db)).settings;

async function write(tx: Handle, stored: StoredSettings): Promise<void> {
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

/** @throws ConfigError for a file with mistakes, or with a folder for backups that cannot be used */
async function refuseUselessFile(config: Config): Promise<void> {
  const { shop, shopConfigFile, shopFileProblems } = config;
  if (shopFileProblems.length > 0) throw new ConfigError(shopFileProblems);
  const folder = shop.backups?.folder ?? null;
  if (shopConfigFile === null || folder === null) return;
  await tryFolder(folder, config).catch(({ message }: Error) => {
    throw new ConfigError([`${shopConfigFile}: backups.folder: ${message}`]);
  });
}

/**
 * Gives a store that has no settings yet those of the shop's file, else the neutral defaults. Of several
 * processes one does it. A store with tickets, or with a file, need not be set up.
 *
 * @throws ConfigError where the file is needed and cannot be used
 */
export async function ensureShopSettings(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  config: Config,
): Promise<void> {
  const { shop, shopConfigFile } = config;
  const isNew = (await findStored(database.read)) === null;
  if (isNew) await refuseUselessFile(config);
  const isFirst =
    isNew &&
    (await database.transact(async (tx) => {
      await database.dialect.lock(tx, shopSettingsKey);
      if ((await findStored(tx)) !== null) return false;
      const at = isoTime(clock());
      await write(tx, { settings: shop, revision: 1, updatedAt: at });
      const ticket = await tx.selectFrom('repair_tickets').select('id').limit(1).executeTakeFirst();
      if (ticket || shopConfigFile !== null) await writeSetting(tx, setUpKey, at);
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

/**
 * @param ifMatch the revision that was seen (domain/edits.ts)
 * @throws Problem shop-moved; changed-meanwhile with the settings as stored; validation-failed where a
 *   technician's id is another
 */
function changeShopSettings(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  settings: ShopSettings,
  ifMatch?: string,
): Promise<StoredSettings> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    await refuseWhileClosed(tx);
    await database.dialect.lock(tx, shopSettingsKey);
    const stored = await readStored(tx);
    if (!isVersionSeen(ifMatch, String(stored.revision))) {
      throw new Problem('changed-meanwhile', { extra: { stored } });
    }
    refuseOtherIds(stored.settings, settings);
    const data = settingsChanges(stored.settings, settings);
    if (Object.keys(data.after).length === 0) return stored;
    const next = { settings, revision: stored.revision + 1, updatedAt: at };
    await write(tx, next);
    await record(tx, {
      at,
      events: [{ kind: 'settings-changed', actor: 'staff', data }],
      changes: [{ entity: 'settings', id: 'settings', what: 'changed', ticketNumber: null }],
    });
    return next;
  });
}

/** Tickets know their technician by the id: one who is renamed keeps it, and so does the place. */
function refuseOtherIds(before: ShopSettings, after: ShopSettings): void {
  const known = new Set(before.technicians.map(({ id }) => id));
  const index = after.technicians.findIndex(({ id }) => !known.has(id));
  if (index < 0) return;
  const message = 'A technician keeps the id. Change the name instead.';
  throw fieldProblem(`technicians.${index}.id`, message);
}

/** @throws Problem validation-failed where another folder for backups is chosen that cannot be used */
async function tryAnotherFolder(
  before: ShopSettings['backups'],
  after: ShopSettings['backups'],
  config: Config,
): Promise<TriedFolder | null> {
  const folder = after?.folder ?? null;
  if (folder === null || folder === before?.folder) return null;
  return tryFolder(folder, config).catch(({ message }: Error) => {
    throw fieldProblem('backups.folder', message);
  });
}

/** Notes that the first steps have been taken; once noted, it stays so. */
function finishSetUp({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    await refuseWhileClosed(tx);
    await database.dialect.lock(tx, shopSettingsKey);
    if ((await readSetting(tx, setUpKey)) !== null) return;
    await writeSetting(tx, setUpKey, at);
    await record(tx, {
      at,
      events: [],
      changes: [{ entity: 'settings', id: 'settings', what: 'set-up', ticketNumber: null }],
    });
  });
}

export function settingsRoutes(http: Http, deps: Deps & { config: Config }): void {
  const { read } = deps.database;
  const tagged = <Answer extends StoredSettings>(
    reply: { header(name: string, value: string): unknown },
    answer: Answer,
  ) => {
    reply.header('etag', `"${answer.revision}"`);
    return answer;
  };

  http.handle('getSettings', async ({ reply }) => {
    const stored = await readStored(read);
    return tagged(reply, {
      ...stored,
      timeZone: zoneInForce(stored.settings),
      isSetUp: (await readSetting(read, setUpKey)) !== null,
    });
  });

  http.handle('changeSettings', async ({ body, request, reply }) => {
    const { backups } = await readShopSettings(read);
    const tried = await tryAnotherFolder(backups, body.backups, deps.config);
    try {
      return tagged(reply, await changeShopSettings(deps, body, request.headers['if-match']));
    } catch (error) {
      await tried?.undo();
      throw error;
    }
  });

  http.handle('finishSetUp', () => finishSetUp(deps));

  http.handle(
    'listSettingsEvents',
    async (): Promise<{ items: TicketEvent[] }> => ({
      items: await settingsEvents(read),
    }),
  );
}
