import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type ExportFormat, exportFormats } from '../domain/api-transfer.ts';
import { exportTableNames } from '../domain/transfer-columns.ts';
import { readConfig } from '../server/base/config.ts';
import { commandHere } from '../server/base/program.ts';
import { freeze } from '../server/shop/backups/snapshot.ts';
import {
  csvFile,
  type ExportSource,
  jsonFile,
  settingsFile,
} from '../server/shop/transfer/export.ts';
import { openExistingShop } from './commands/open-shop.ts';

/** Writes all of the shop's data to a folder, even while the product runs. */

const usage = `Writes all of the shop's data to a folder.

  ${commandHere('export', '', '--to FOLDER [--format csv|json]')}

  --to FOLDER   where the files go; it is created if missing, and files of the same names are replaced
  --format csv  one CSV file for each table (the default), or json for one JSON document`;

class UsageError extends Error {}

function readOptions(args: string[]): { to: string; format: ExportFormat } {
  let values: { to?: string | undefined; format?: string | undefined };
  try {
    ({ values } = parseArgs({
      args,
      options: { to: { type: 'string' }, format: { type: 'string' } },
    }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { to, format: wanted = 'csv' } = values;
  const format = exportFormats.find((one) => one === wanted);
  if (format === undefined) throw new UsageError(`--format must be csv or json, not "${wanted}".`);
  if (to === undefined || to.trim() === '') throw new UsageError('--to FOLDER is missing.');
  return { to, format };
}

/** A file gets its name only once it is whole. */
async function write(folder: string, name: string, bytes: Readable): Promise<void> {
  const unfinished = join(folder, `${name}.unfinished`);
  try {
    await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  console.log(`  ${join(folder, name)}`);
}

async function main(): Promise<void> {
  const { to, format } = readOptions(process.argv.slice(2));
  const config = readConfig(process.env);
  const database = await openExistingShop(config);
  try {
    await mkdir(to, { recursive: true, mode: 0o700 });
    const store = await freeze(config);
    const at = new Date().toISOString();
    const source: ExportSource = { db: store.db, publicUrl: config.publicUrl, at };
    console.log(`Writing the shop’s data as of ${at}:`);
    if (format === 'json') await write(to, 'watch-repairs.json', jsonFile(source));
    else {
      for (const table of exportTableNames) {
        await write(to, `${table}.csv`, csvFile(source, table));
      }
      await write(to, 'settings.json', settingsFile(source));
    }
    await store.close();
  } finally {
    await database.close();
  }
  console.log('Done. The files are not encrypted: keep them where only you can read them.');
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof UsageError) console.error(`\n${usage}`);
  process.exitCode = 1;
}
