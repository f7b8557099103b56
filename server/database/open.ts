import { mkdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Config, dataFiles } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import { checkPhotoHome } from '../photos/location.ts';
import { asideName, waysBack } from '../shop/backups/folder.ts';
import type { Database } from './database.ts';
import { serveStore } from './store-lock.ts';
import { brokenStore, refuseLoss, storeFactsAt, storeFiles } from './store-state.ts';

/** The shop's data, open for the one or many processes that serve it. */
interface ServedDatabase {
  database: Database;
  /** Notes where this process can be reached, for one that would serve the same data. */
  servedAt(address: string): void;
}

function moveAside(file: string, now: number): string {
  const folder = join(dirname(file), asideName(now));
  mkdirSync(folder, { mode: 0o700 });
  for (const path of storeFiles(file)) renameSync(path, join(folder, basename(path)));
  return folder;
}

async function withItsPhotos(
  database: Database,
  config: Config,
  acceptsLoss: boolean,
): Promise<Database> {
  try {
    await checkPhotoHome(database, config, acceptsLoss);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openEmbedded(config: Config, acceptsLoss: boolean): Promise<Database> {
  const file = dataFiles.database(config.dataDir);
  // Comes first: anything else that opens the store merges its log, and what the log shows is lost.
  if (acceptsLoss) storeFactsAt(file);
  else refuseLoss(file);
  const { openSqlite } = await import('./sqlite.ts');
  const database = await withItsPhotos(
    await openSqlite(file, { acceptsLoss }),
    config,
    acceptsLoss,
  );
  if (acceptsLoss) await database.keepState();
  return database;
}

async function serveEmbedded(
  config: Config,
  log: Log,
  acceptsLoss: boolean,
): Promise<ServedDatabase> {
  const file = dataFiles.database(config.dataDir);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const served = serveStore(file);
  try {
    const database = await openEmbedded(config, acceptsLoss).catch(async (error: unknown) => {
      const damage = brokenStore(file, error);
      if (damage === null) throw error;
      if (!acceptsLoss) throw new Error(await waysBack(damage, config), { cause: error });
      log.warn(
        { folder: moveAside(file, Date.now()) },
        'The data that could not be read was moved aside',
      );
      return openEmbedded(config, acceptsLoss);
    });
    const close = async () => {
      await database.close();
      served.release();
    };
    return { database: { ...database, close }, servedAt: served.servedAt };
  } catch (error) {
    served.release();
    throw error;
  }
}

/**
 * Opens the data that the settings name, to serve it.
 *
 * @param acceptsLoss whether to go on with less data than there was
 * @throws Error that says what is in the way: another process, a restore, lost or damaged data
 */
export async function openDatabase(
  config: Config,
  log: Log,
  acceptsLoss: boolean,
): Promise<ServedDatabase> {
  if (config.databaseUrl === null) return serveEmbedded(config, log, acceptsLoss);
  // Each engine's client is loaded only by the shop that uses it.
  const { openPostgres } = await import('./postgres.ts');
  const database = await withItsPhotos(
    await openPostgres(config.databaseUrl, log),
    config,
    acceptsLoss,
  );
  return { database, servedAt: () => undefined };
}

/** @returns what to call every now and then; it says once that it fails, until it works again */
export function stateKeeping(database: Database, log: Log): () => Promise<void> {
  let hasFailed = false;
  return async () => {
    try {
      await database.keepState();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ error: String(error) }, 'shop.state.json could not be written');
      hasFailed = true;
    }
  };
}
