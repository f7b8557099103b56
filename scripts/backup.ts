import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, dataFiles, readConfig } from '../server/config.ts';
import { moveNoteKey, photoHomeKey, refuseMoved } from '../server/database/settings.ts';
import { refuseLoss, StoreDamage } from '../server/database/store-state.ts';
import { openPhotoStore, photoLocationText, wrongHome } from '../server/photos/location.ts';
import { usualBackupFolder } from '../server/shop/backups/actions.ts';
import { knownLevels } from '../server/shop/backups/catalog.ts';
import { BackupFailure, reasonOf } from '../server/shop/backups/failure.ts';
import { ownMachine } from '../server/shop/backups/locations.ts';
import { openSnapshot } from '../server/shop/backups/snapshot.ts';
import { changeBackupRecord } from '../server/shop/backups/store.ts';
import { waysBack } from '../server/shop/backups/ways-back.ts';
import { type MadeBackup, makeBackup } from '../server/shop/backups/writer.ts';
import { openShop, productVersion } from './backups/product.ts';
import { countText, progressLine, sizeText } from './backups/progress-line.ts';

/** Makes a backup while the product runs, or while it does not. */

/** A backup was made, but tickets name photos that were lost or damaged before. */
const exitWithoutSomePhotos = 2;

const usage = `npm run backup [-- --to FOLDER]

Writes one file with all data and photos. It may be made while the product runs.
  --to FOLDER   where to; otherwise the folder of the shop's file, else "backups" in the data folder

Ends with 0 when all is in it, with ${exitWithoutSomePhotos} when photos are lost or damaged (everything
else is in it), with 1 when no backup was made.

Bring one back with "npm run restore FILE".`;

const indented = (line: string) => `  ${line}`;

function readWords(): { to: string | undefined; help: boolean } {
  try {
    const { values } = parseArgs({
      options: { to: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
    });
    return { to: values.to, help: values.help };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new BackupFailure(`${cause}\n\n${usage}`);
  }
}

/** So that the screens know of it. Tables of another version are left alone. */
async function note(config: Config, level: string, made: MadeBackup): Promise<void> {
  if (level !== knownLevels().at(-1)) return;
  const database = await openShop(config);
  try {
    const { at, path, bytes, ticketsToCheck } = made;
    await database.transact((tx) =>
      changeBackupRecord(tx, database.dialect, () => ({
        last: {
          at,
          path,
          bytes,
          kind: 'command',
          machine: ownMachine,
          ticketsToCheck: [...ticketsToCheck],
        },
        failure: null,
      })),
    );
  } finally {
    await database.close();
  }
}

/** The backup is only as complete as the photos were: the lost and damaged ones need attention. */
function namePhotos(made: MadeBackup, place: string): void {
  const { missingPhotos, damagedPhotos, ticketsToCheck } = made;
  const lines: string[] = [];
  if (damagedPhotos.length > 0) {
    const count = countText(damagedPhotos.length, 'photo is', 'photos are');
    lines.push(`${count} damaged, and in the backup as found:`, ...damagedPhotos.map(indented));
  }
  if (missingPhotos.length > 0) {
    const count = countText(missingPhotos.length, 'photo is', 'photos are');
    lines.push(`${count} lost, not to be found in ${place}:`, ...missingPhotos.map(indented));
  }
  if (lines.length === 0) return;
  lines.push(`Tickets: ${ticketsToCheck.join(', ')}. Look for these photos in an older backup.`);
  console.error(lines.join('\n'));
  process.exitCode = exitWithoutSomePhotos;
}

/** What was lost must not become the newest backup. */
async function mustBeWhole(config: Config): Promise<void> {
  try {
    if (config.databaseUrl === null) refuseLoss(dataFiles.database(config.dataDir));
  } catch (error) {
    if (!(error instanceof StoreDamage)) throw error;
    throw new BackupFailure(await waysBack(error, config), error);
  }
}

/**
 * What the shop has left looks whole and grows old, and other photos are not the shop's.
 *
 * @returns the name of the last migration
 */
async function checkShop(config: Config): Promise<string> {
  const first = await openSnapshot(config);
  try {
    refuseMoved(await first.setting(moveNoteKey));
    const wrong = wrongHome(await first.setting(photoHomeKey), config);
    if (wrong !== null) throw new BackupFailure(wrong);
    return first.level;
  } finally {
    await first.close();
  }
}

async function main(): Promise<void> {
  const { to, help } = readWords();
  if (help) {
    console.log(usage);
    return;
  }
  const config = readConfig(process.env);
  await mustBeWhole(config);
  // Before anything is made: where no shop is, none shall be begun.
  const level = await checkShop(config);
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopped = true;
    });
  }
  const made = await makeBackup({
    folder: to === undefined ? usualBackupFolder(config) : resolve(to),
    kind: 'command',
    product: productVersion(),
    shopName: config.shop.shop.name,
    shopFile: config.shopConfigFile === null ? null : config.shop,
    photos: await openPhotoStore(config),
    openSnapshot: () => openSnapshot(config),
    clock: Date.now,
    onProgress: progressLine(),
    checkpoint: () => {
      if (isStopped) throw new BackupFailure('stopped');
    },
  });
  if (process.stdout.isTTY) process.stdout.write('\n');
  const rows = countText(made.rows, 'row', 'rows');
  const photos = countText(made.photos, 'photo', 'photos');
  console.log(`${made.path}\n  ${sizeText(made.bytes)}: ${rows}, ${photos}`);
  namePhotos(made, photoLocationText(config));
  await note(config, level, made).catch((error: unknown) => {
    console.error(`The backup is good, but could not be noted for the screens: ${String(error)}`);
  });
}

try {
  await main();
} catch (error) {
  const text = error instanceof ConfigError ? error.message : `No backup: ${reasonOf(error)}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
