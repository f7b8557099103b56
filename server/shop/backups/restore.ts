import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredSettings } from '../../../domain/api-settings.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { isoTime } from '../../base/clock.ts';
import { type Config, dataFiles } from '../../base/config.ts';
import { restoredAtKey, shopSettingsKey, storeEpochKey } from '../../database/settings.ts';
import { asideName } from '../../database/store-state.ts';
import {
  type CatalogTable,
  catalogAt,
  checkCounts,
  countRows,
  type RestoreTarget,
  type Row,
  type StoreLocation,
} from './engine.ts';
import {
  asRestored,
  isPlainValue,
  isShared,
  leftOutTables,
  type Manifest,
  memberNames,
} from './manifest.ts';
import { type CheckedBackup, checkBackup, checkSettings, readRows } from './reader.ts';
import { BackupFailure, type OnProgress } from './reports.ts';
import { PhotoRestore } from './restore-photos.ts';

export interface RestoreTask {
  /** The backup. */
  path: string;
  location: StoreLocation & Pick<Config, 'photoBucket'>;
  /** Whether a store that holds anything may be replaced: only when explicitly asked for. */
  isReplacing: boolean;
  /** Whether what is replaced has just been backed up: then no copy of it is kept. */
  isBackedUp?: boolean;
  /** Milliseconds since 1970. */
  now: number;
  /** What the new store has besides the backup's rows; none by default. */
  carried?: CarriedRows;
  /** Called once the backup has been found whole, before anything is changed. */
  onChecked?: (backup: CheckedBackup) => void;
  onProgress?: OnProgress;
}

/** Rows that come with those of the backup, in the same step. */
export interface CarriedRows {
  /** In place of those that the backup has under the same keys. */
  settings: readonly { key: string; value: string }[];
  /** Kept unless the backup has one under the same key. */
  missingSettings: readonly { key: string; value: string }[];
  /** Of the shop's settings: where its backups are. */
  backups: ShopSettings['backups'];
  /** The texting accounts and their sealed tokens, if any, in place of those that the backup has. */
  texting: { texting_accounts: readonly Row[]; texting_tokens: readonly Row[] };
  /** What the history says of the restore; its id follows from the others. */
  event: Row;
}

interface Restored {
  manifest: Manifest;
  /** Where the former store is kept, as far as the engine keeps it; null if it is not. */
  asideFolder: string | null;
  /** Why not all of what is left of the former store was removed; null if it was. */
  leftOver: unknown;
}

interface Work {
  task: RestoreTask;
  report: OnProgress;
  target: RestoreTarget;
  photos: PhotoRestore;
  backup: CheckedBackup;
}

const steps = 4;

/** What there is where the new store will be: nothing, a shop, or what is not a store anymore. */
type Former = 'none' | 'whole' | 'broken';

/** @throws BackupFailure for a shop that nobody has asked to replace */
async function checkFormer(
  task: RestoreTask,
  target: RestoreTarget,
  photos: PhotoRestore,
): Promise<Former> {
  const { occupied, damage } = await target.former();
  if (!damage && occupied.length === 0 && !(await photos.hasPhotos())) return 'none';
  if (task.isReplacing) return damage ? 'broken' : 'whole';
  const holds = occupied.length > 0 ? occupied.join(', ') : 'photos';
  const message = damage?.message ?? `There is a shop here already: the data holds ${holds}.`;
  throw new BackupFailure(
    `${message} Nothing was changed.\n` +
      'To replace it with the backup, add --replace. The previous data is set aside, except in PostgreSQL: back that up first.',
    damage,
  );
}

async function tablesOf({ migration, rows }: Manifest): Promise<CatalogTable[]> {
  const wanted = (await catalogAt(migration)).filter(({ name }) => !leftOutTables.includes(name));
  const isSame =
    Object.keys(rows).length === wanted.length &&
    wanted.every(({ name }) => Object.hasOwn(rows, name));
  if (isSame) return wanted;
  throw new BackupFailure('The backup was changed: its tables are not those of its version.');
}

function checkRow(row: Row, { name, columns }: CatalogTable): void {
  const keys = Object.keys(row);
  const isWhole = keys.length === columns.length && columns.every((key) => Object.hasOwn(row, key));
  if (isWhole && Object.values(row).every(isPlainValue)) return;
  throw new BackupFailure(`The backup was changed: a row of ${name} is not as it was stored.`);
}

async function fillTables({ task, report, target, backup }: Work): Promise<void> {
  const { manifest, members } = backup;
  const total = Object.values(manifest.rows).reduce((sum, rows) => sum + rows, 0);
  let done = 0;
  for (const table of await tablesOf(manifest)) {
    const member = members.get(memberNames.table(table.name));
    if (!member) throw new BackupFailure(`The backup is incomplete: ${table.name} is missing.`);
    for await (const rows of readRows(task.path, member, table.name)) {
      for (const row of rows) checkRow(row, table);
      const shared = rows
        .filter((row) => isShared(table.name, row))
        .map((row) => asRestored(table.name, row));
      await target.insert(table, shared);
      done += rows.length;
      report({ phase: 'rows', done, total });
    }
  }
}

async function carryOver({ task: { carried }, target, backup }: Work): Promise<void> {
  const [shop] = await target.ask(`select value from settings where key = '${shopSettingsKey}'`);
  if (shop !== undefined) checkSettings(String(shop.value), backup.manifest);
  if (carried === undefined) return;
  const { backups, missingSettings, texting, event } = carried;
  const present = new Set((await target.ask('select key from settings')).map(({ key }) => key));
  const settings = [...carried.settings, ...missingSettings.filter(({ key }) => !present.has(key))];
  // A backup of an early version has none: the first start makes them.
  if (shop !== undefined) {
    const stored = JSON.parse(String(shop.value)) as StoredSettings;
    const value = JSON.stringify({ ...stored, settings: { ...stored.settings, backups } });
    settings.push({ key: shopSettingsKey, value });
  }
  const replaced = settings.filter(({ key }) => present.has(key)).map(({ key }) => `'${key}'`);
  if (replaced.length > 0) {
    await target.ask(`delete from settings where key in (${replaced.join()})`);
  }
  await target.insert({ name: 'settings', columns: ['key', 'value'] }, settings);
  await target.insert({ name: 'events', columns: Object.keys(event) }, [event]);
  // The backup's account, as on a new computer: without its token, it texts nothing.
  if (texting.texting_accounts.length === 0) return;
  for (const [name, rows] of Object.entries(texting)) {
    await target.ask(`delete from ${name}`);
    const [first] = rows;
    if (first) await target.insert({ name, columns: Object.keys(first) }, rows);
  }
}

/** Makes the new store separately, and reads it back. */
async function build(work: Work): Promise<void> {
  const { report, target, photos, backup } = work;
  const { manifest } = backup;
  await target.begin(manifest.migration);
  await fillTables(work);
  await checkCounts(target, manifest.rows);
  for (const [table, value] of Object.entries(manifest.counters)) {
    if (Object.hasOwn(manifest.rows, table)) await target.setCounter(table, value);
  }
  // Numbering continues from here, and the next numbers may have meant something else in the former store.
  await target.insert({ name: 'settings', columns: ['key', 'value'] }, [
    { key: storeEpochKey, value: randomBytes(6).toString('hex') },
    { key: restoredAtKey, value: isoTime(work.task.now) },
  ]);
  await target.migrateUp();
  await carryOver(work);
  await photos.prepare(report);
  const counts: Record<string, number> = {};
  for (const { name } of await catalogAt()) counts[name] = await countRows(target, name);
  await target.prove(counts);
}

/** At every moment, the rows in place find their photos: new photos come first, old ones go last. */
async function putInPlace(work: Work, former: Former): Promise<Omit<Restored, 'manifest'>> {
  const { task, report, target, photos } = work;
  const { location, isBackedUp = false } = task;
  const { databaseUrl, photoBucket, dataDir } = location;
  const keepsAny = databaseUrl === null || photoBucket === null;
  const isKept = former !== 'none' && !isBackedUp && keepsAny;
  const asideFolder = isKept ? join(dataDir, asideName(task.now)) : null;
  const step = (done: number) => report({ phase: 'switching', done, total: steps });
  let mayBeCommitted = false;
  try {
    step(0);
    if (asideFolder !== null) {
      await mkdir(asideFolder, { mode: 0o700 });
      await photos.setAside(asideFolder);
    }
    step(1);
    await photos.replaceDamaged();
    step(2);
    mayBeCommitted = true;
    await target.commit(asideFolder);
  } catch (error) {
    // Nothing was replaced, so what was put aside is only a hard link to what is in use. What was broken is
    // worth more than the room: part of it may have been removed already.
    if (asideFolder !== null && former !== 'broken') {
      await rm(asideFolder, { recursive: true, force: true });
    }
    // Once a commit has been tried, no one knows whether it took effect; an extra photo does no harm.
    if (!mayBeCommitted) await photos.undo();
    throw error;
  }
  step(3);
  const leftOver = await photos.replaceFormer().then(
    () => null,
    (error: unknown) => error,
  );
  step(steps);
  return { asideFolder, leftOver };
}

/** Where the new store is built, on the same disk: a rename then puts it in place. */
const stagingFolder = ({ dataDir }: StoreLocation) => join(dataDir, 'restoring');

/** Removes what a killed restore has built. Whoever has the store open keeps others from restoring. */
export const removeStaging = (location: StoreLocation): Promise<void> =>
  rm(stagingFolder(location), { recursive: true, force: true });

/** The engine's way in; only the one that is used is loaded. */
async function openTarget(
  { databaseUrl, dataDir }: StoreLocation,
  staging: string,
): Promise<RestoreTarget> {
  if (databaseUrl !== null) {
    const { openPostgresTarget } = await import('./postgres.ts');
    return openPostgresTarget(databaseUrl);
  }
  const { openSqliteTarget } = await import('./sqlite.ts');
  return openSqliteTarget(dataFiles.database(dataDir), staging);
}

/**
 * Restores a backup, whole or not at all, on either engine.
 *
 * @throws BackupFailure that says why not; the store is then as it was
 */
export async function restoreBackup(task: RestoreTask): Promise<Restored> {
  const { path, location, onProgress: report = () => undefined, onChecked } = task;
  const staging = stagingFolder(location);
  const clear = () => removeStaging(location);
  const target = await openTarget(location, staging);
  try {
    const backup = await checkBackup(path, (done, total) =>
      report({ phase: 'checking', done, total }),
    );
    onChecked?.(backup);
    const photos = new PhotoRestore(location, path, backup);
    const former = await checkFormer(task, target, photos);
    // What a killed restore left; nobody else is at work here.
    await clear();
    const work = { task, report, target, photos, backup };
    await build(work).catch(async (error: unknown) => {
      await photos.undo();
      throw error;
    });
    return { manifest: backup.manifest, ...(await putInPlace(work, former)) };
  } finally {
    await target.close();
    // The next restore clears it, too, and what was restored is restored.
    await clear().catch(() => undefined);
  }
}
