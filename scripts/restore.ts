import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../server/base/config.ts';
import { commandHere } from '../server/base/program.ts';
import { photoLocationText } from '../server/photos/location.ts';
import type { CheckedBackup } from '../server/shop/backups/reader.ts';
import { BackupFailure, reasonOf } from '../server/shop/backups/reports.ts';
import { restoreBackup } from '../server/shop/backups/restore.ts';
import { countText, progressLine, sizeText } from './commands/backup-progress.ts';

/** Restores a backup. The product must not be running meanwhile. */

const usage = `${commandHere('restore', 'FILE')}
${commandHere('restore', 'FILE', '--replace')}

Restores a backup to where the settings say (DATA_DIR, DATABASE_URL,
S3_...).
  --replace   Replaces a shop that is there; its data folder's files are set aside.
              Rows in PostgreSQL and photos in a bucket are not: make a backup of them first.

Stop the product first. Everyone has to log in again afterwards.`;

function readOptions(): { path: string; isReplacing: boolean } | null {
  let given: { values: { replace?: boolean; help?: boolean }; positionals: string[] };
  try {
    given = parseArgs({
      allowPositionals: true,
      options: { replace: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new BackupFailure(`${(error as Error).message}\n\n${usage}`);
  }
  const { values, positionals } = given;
  if (values.help) return null;
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) {
    throw new BackupFailure(`Name one backup.\n\n${usage}`);
  }
  return { path, isReplacing: values.replace === true };
}

function show({ manifest, bytes }: CheckedBackup, config: Config): void {
  const { shop, at, product, engine, rows, photos, missingPhotos, damagedPhotos } = manifest;
  const counts = [
    countText(rows.repair_tickets ?? 0, 'repair', 'repairs'),
    countText(rows.clients ?? 0, 'client', 'clients'),
    countText(rows.messages ?? 0, 'text', 'texts'),
    countText(photos, 'photo', 'photos'),
  ];
  const database = config.databaseUrl === null ? config.dataDir : 'PostgreSQL';
  const location =
    config.photoBucket === null ? database : `${database} and ${photoLocationText(config)}`;
  if (process.stdout.isTTY) process.stdout.write('\n');
  console.log(`The backup is complete (${sizeText(bytes)}).
  Shop      ${shop}
  Made      ${at}, by version ${product} on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}
  Holds     ${counts.join(', ')}
  Goes to   ${location}`);
  const photoCount = (names: readonly string[]) => countText(names.length, 'photo', 'photos');
  if (damagedPhotos.length > 0) {
    console.log(`  Damaged   ${photoCount(damagedPhotos)}, before it was made`);
  }
  if (missingPhotos.length > 0) {
    console.log(`  Missing   ${photoCount(missingPhotos)}, lost before it was made`);
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === null) {
    console.log(usage);
    return;
  }
  const config = readConfig(process.env);
  const { asideFolder, leftOver, manifest } = await restoreBackup({
    ...options,
    location: config,
    now: Date.now(),
    onChecked: (backup) => show(backup, config),
    onProgress: progressLine(),
  });
  if (process.stdout.isTTY) process.stdout.write('\n');
  console.log('Restored. Start the product; everyone has to log in again.');
  if (asideFolder !== null) {
    const what = config.databaseUrl === null ? 'former data is' : 'former photos are';
    console.log(`  The ${what} in ${asideFolder}: remove that folder when you no longer need it.`);
  }
  if (leftOver !== null) {
    console.log(`  Not all photos of the former shop were removed: ${reasonOf(leftOver)}`);
  }
  if (options.isReplacing && config.photoBucket !== null) {
    console.log('  Photos of the former shop stay in the bucket until the product deletes them.');
  }
  if (Object.hasOwn(manifest.members, 'shop.config.json') && config.shopConfigFile === null) {
    console.log(
      `  The shop's own file is in the backup, too: tar -xf ${JSON.stringify(options.path)} shop.config.json`,
    );
  }
}

try {
  await main();
} catch (error) {
  const text = error instanceof ConfigError ? error.message : `Not restored: ${reasonOf(error)}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
