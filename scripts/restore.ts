import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../server/config.ts';
import { photoLocationText } from '../server/photos/location.ts';
import { BackupFailure, reasonOf } from '../server/shop/backups/failure.ts';
import type { CheckedBackup } from '../server/shop/backups/reader.ts';
import { restoreBackup } from '../server/shop/backups/restore.ts';
import { countText, progressLine, sizeText } from './backups/progress-line.ts';

/** Brings a backup back. The product must not run meanwhile. */

const usage = `npm run restore FILE [-- --replace]

Brings back what a backup holds, into the place that the settings name (DATA_DIR, DATABASE_URL,
S3_...).
  --replace   also where there is a shop already: its data folder's files are kept aside.
              Rows in PostgreSQL and photos in a bucket are not: make a backup of them first.

The product must not run meanwhile. Everybody has to log in again afterwards.`;

function readWords(): { path: string; isReplacing: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        replace: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return null;
    const [path, ...others] = positionals;
    if (path !== undefined && others.length === 0) return { path, isReplacing: values.replace };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new BackupFailure(`${cause}\n\n${usage}`);
  }
  throw new BackupFailure(`Name one backup.\n\n${usage}`);
}

function show({ manifest, bytes }: CheckedBackup, config: Config): void {
  const { shop, at, product, engine, rows, photos, missingPhotos, damagedPhotos } = manifest;
  const count = (table: string) => rows[table] ?? 0;
  const rowsPlace = config.databaseUrl === null ? config.dataDir : 'PostgreSQL';
  const place =
    config.photoBucket === null ? rowsPlace : `${rowsPlace} and ${photoLocationText(config)}`;
  if (process.stdout.isTTY) process.stdout.write('\n');
  console.log(`The backup is whole (${sizeText(bytes)}).
  Shop      ${shop}
  Made      ${at}, by version ${product} on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}
  Holds     ${countText(count('repair_tickets'), 'repair', 'repairs')}, ${countText(count('clients'), 'client', 'clients')}, ${countText(count('messages'), 'text', 'texts')}, ${countText(photos, 'photo', 'photos')}
  Goes to   ${place}`);
  if (damagedPhotos.length > 0) {
    console.log(
      `  Damaged   ${countText(damagedPhotos.length, 'photo', 'photos')}, before it was made`,
    );
  }
  if (missingPhotos.length > 0) {
    console.log(
      `  Missing   ${countText(missingPhotos.length, 'photo', 'photos')}, lost before it was made`,
    );
  }
}

async function main(): Promise<void> {
  const words = readWords();
  if (words === null) {
    console.log(usage);
    return;
  }
  const config = readConfig(process.env);
  const { asideFolder, manifest } = await restoreBackup({
    ...words,
    place: config,
    now: Date.now(),
    onChecked: (backup) => show(backup, config),
    onProgress: progressLine(),
  });
  if (process.stdout.isTTY) process.stdout.write('\n');
  console.log('Restored. Start the product; everybody has to log in again.');
  if (asideFolder !== null) {
    const what = config.databaseUrl === null ? 'former data is' : 'former photos are';
    console.log(`  The ${what} in ${asideFolder}: remove it when it is no longer wanted.`);
  }
  if (words.isReplacing && config.photoBucket !== null) {
    console.log(
      '  Photos that only the former shop knew lie in the bucket until the product deletes them.',
    );
  }
  if (Object.hasOwn(manifest.members, 'shop.config.json') && config.shopConfigFile === null) {
    console.log(
      `  The shop's own file is in the backup, too: tar -xf ${JSON.stringify(words.path)} shop.config.json`,
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
