import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { usualBackupFolder } from '../server/backups/actions.ts';
import { knownLevels } from '../server/backups/catalog.ts';
import { BackupFailure, reasonOf } from '../server/backups/failure.ts';
import { ownMachine } from '../server/backups/places.ts';
import { openSnapshot } from '../server/backups/snapshot.ts';
import { changeBackupRecord } from '../server/backups/store.ts';
import { type MadeBackup, makeBackup } from '../server/backups/writer.ts';
import { type Config, ConfigError, readConfig } from '../server/config.ts';
import { mustLiveHere } from '../server/moves/arrival.ts';
import { openPhotoStore, photoPlaceText } from '../server/photos/place.ts';
import { openShop, productVersion } from './backups/product.ts';
import { countText, progressLine, sizeText } from './backups/progress-line.ts';

/** Makes a backup while the product runs, or while it does not. */

const usage = `npm run backup [-- --to FOLDER]

Writes one file with all data and photos. It may be made while the product runs.
  --to FOLDER   where to; otherwise the folder of the shop's file, else "backups" in the data folder

Bring one back with "npm run restore FILE".`;

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
    const { at, path, bytes } = made;
    await database.transact((tx) =>
      changeBackupRecord(tx, database.dialect, () => ({
        last: { at, path, bytes, kind: 'command', machine: ownMachine },
        failure: null,
      })),
    );
  } finally {
    await database.close();
  }
}

async function main(): Promise<void> {
  const { to, help } = readWords();
  if (help) {
    console.log(usage);
    return;
  }
  const config = readConfig(process.env);
  await mustLiveHere(config);
  // Before anything is made: where no shop is, none shall be begun.
  const first = await openSnapshot(config);
  const { level } = first;
  await first.close();
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
  if (made.missingPhotos.length > 0) {
    const count = countText(made.missingPhotos.length, 'photo is', 'photos are');
    console.error(
      `${count} lost: tickets name them, but they are not in ${photoPlaceText(config)}.`,
    );
  }
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
