import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ShopSettings } from '../domain/shop-settings.ts';
import { type Config, ConfigError, dataFiles, readConfig } from '../server/base/config.ts';
import { commandHere, productVersion } from '../server/base/program.ts';
import { photoHomeKey, shopSettingsKey } from '../server/database/settings.ts';
import { refuseLoss, StoreDamage } from '../server/database/store-state.ts';
import { openPhotoStore, photoLocationText, wrongHome } from '../server/photos/location.ts';
import { settingsIn } from '../server/settings/store.ts';
import { knownLevels } from '../server/shop/backups/engine.ts';
import { usualBackupFolder, waysBack } from '../server/shop/backups/folder.ts';
import { noteMade } from '../server/shop/backups/record.ts';
import { BackupFailure, reasonOf } from '../server/shop/backups/reports.ts';
import { openSnapshot, storedSetting } from '../server/shop/backups/snapshot.ts';
import { type MadeBackup, makeBackup } from '../server/shop/backups/writer.ts';
import { countText, progressLine, sizeText } from './commands/backup-progress.ts';
import { openShop } from './commands/open-shop.ts';

/** Makes a backup while the product runs, or while it does not. */

/** A backup was made, but tickets name photos that were lost or damaged before. */
const exitWithoutSomePhotos = 2;

const usage = `${commandHere('backup')}
${commandHere('backup', '', '--to FOLDER')}

Writes one file with all data and photos. You can make one while the product runs.
  --to FOLDER   where to; otherwise the folder named in the shop's settings, else "backups" in the data folder

Exits with 0 if everything is in it, with ${exitWithoutSomePhotos} if photos are lost or damaged (everything
else is in it), with 1 if no backup was made.

Restore one with "${commandHere('restore', 'FILE')}".`;

function readOptions() {
  try {
    return parseArgs({
      options: { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    }).values;
  } catch (error) {
    throw new BackupFailure(`${(error as Error).message}\n\n${usage}`);
  }
}

/** So that the screens show it. Tables of another version are left alone. */
async function note(config: Config, level: string, made: MadeBackup): Promise<void> {
  if (level !== knownLevels().at(-1)) return;
  const database = await openShop(config);
  await noteMade(database, 'command', made).finally(() => database.close());
}

/** The backup is only as complete as the photos were: names the lost and damaged ones. */
function warnAboutPhotos(made: MadeBackup, location: string): void {
  const { missingPhotos, damagedPhotos, ticketsToCheck } = made;
  const lines: string[] = [];
  const list = (photos: readonly string[], what: string) => {
    if (photos.length === 0) return;
    const count = countText(photos.length, 'photo is', 'photos are');
    lines.push(`${count} ${what}:`, ...photos.map((name) => `  ${name}`));
  };
  list(damagedPhotos, 'damaged, copied as is');
  list(missingPhotos, `lost: not in ${location}`);
  if (lines.length === 0) return;
  lines.push(`Tickets: ${ticketsToCheck.join(', ')}. Look for these photos in an older backup.`);
  console.error(lines.join('\n'));
  process.exitCode = exitWithoutSomePhotos;
}

/**
 * A store that has lost data must not become the newest backup, nor one whose photos are elsewhere than the
 * settings say.
 *
 * @returns the name of the last migration, and the shop's settings: those of its file if an earlier
 *   version was the last to use the data
 */
async function checkShop(config: Config): Promise<{ level: string; settings: ShopSettings }> {
  try {
    if (config.databaseUrl === null) refuseLoss(dataFiles.database(config.dataDir));
  } catch (error) {
    if (!(error instanceof StoreDamage)) throw error;
    throw new BackupFailure(await waysBack(error, config), error);
  }
  const first = await openSnapshot(config);
  try {
    const wrong = wrongHome(await storedSetting(first, photoHomeKey), config);
    if (wrong !== null) throw new BackupFailure(wrong);
    const stored = await storedSetting(first, shopSettingsKey);
    return { level: first.level, settings: stored === null ? config.shop : settingsIn(stored) };
  } finally {
    await first.close();
  }
}

async function main(): Promise<void> {
  const { to, help } = readOptions();
  if (help) {
    console.log(usage);
    return;
  }
  const config = readConfig(process.env);
  // Before anything is created: if there is no shop, none may be started.
  const { level, settings } = await checkShop(config);
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopped = true;
    });
  }
  const show = progressLine();
  const made = await makeBackup({
    folder: to === undefined ? usualBackupFolder(settings, config) : resolve(to),
    kind: 'command',
    product: productVersion,
    shopName: settings.shop.name,
    photos: await openPhotoStore(config),
    openSnapshot: () => openSnapshot(config),
    clock: Date.now,
    onProgress: (progress) => {
      if (isStopped) throw new BackupFailure('stopped');
      show(progress);
    },
  });
  if (process.stdout.isTTY) process.stdout.write('\n');
  const rows = countText(made.rows, 'row', 'rows');
  const photos = countText(made.photos, 'photo', 'photos');
  console.log(`${made.path}\n  ${sizeText(made.bytes)}: ${rows}, ${photos}`);
  warnAboutPhotos(made, photoLocationText(config));
  await note(config, level, made).catch((error: unknown) => {
    console.error(
      `The backup is good, but could not be recorded for the screens: ${String(error)}`,
    );
  });
}

try {
  await main();
} catch (error) {
  const text = error instanceof ConfigError ? error.message : `No backup: ${reasonOf(error)}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
